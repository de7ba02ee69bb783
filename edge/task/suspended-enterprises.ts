import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { LAPSED } from '#core/company/states.ts';
import { AppError, type ErrorName } from '#core/errors.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import type { FreezeReason } from '#core/task/states.ts';
import { enterprise, realnameApplication } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

export interface SuspendedEnterprise {
  id: string;
  name: string;
  reason: Extract<FreezeReason, `ENTERPRISE_${string}`>;
}

const DISABLED = sql`${enterprise.businessStatus} = 'DISABLE'`;

/** Real-name verification was revoked ([6.2d]); still true while the next application is in progress. */
const REVOKED = sql`(${enterprise.authStatus} = 'REVOKE' or (${enterprise.authStatus} = 'REAUTHING' and exists (
  select 1 from ${realnameApplication} where ${realnameApplication.entId} = ${enterprise.id}
  and ${realnameApplication.state} in ('CHECKING', 'REVIEWING') and ${realnameApplication.before} = 'REVOKE')))`;

/** Nobody can act for it ([4.18a]). Excludes enterprises never verified: their tasks wait for the verification. */
const SUSPENDED = sql`(${DISABLED} or ${inArray(enterprise.authStatus, LAPSED)})`;

const idsOf = (ownerKeys: readonly string[]): string[] =>
  ownerKeys.filter((key) => key.startsWith('E:')).map((key) => key.slice(2));

/**
 * The owners that are enterprises nobody can act for: disabled by the platform ([6.1]), verification revoked ([6.2d]),
 * or to be verified again. Disabled ones come first, because nobody in the enterprise can resolve that.
 */
export async function suspendedEnterprises(
  { db }: Context,
  ownerKeys: readonly string[],
): Promise<SuspendedEnterprise[]> {
  const ids = idsOf(ownerKeys);
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: enterprise.id,
      name: enterprise.name,
      disabled: sql<number>`${DISABLED}`,
      revoked: sql<number>`${REVOKED}`,
    })
    .from(enterprise)
    .where(and(inArray(enterprise.id, ids), SUSPENDED));
  return rows
    .map(({ disabled, revoked, ...row }) => ({ ...row, reason: reasonOf(disabled, revoked) }))
    .sort((a, b) => a.reason.localeCompare(b.reason));
}

const reasonOf = (disabled: number, revoked: number): SuspendedEnterprise['reason'] =>
  disabled ? 'ENTERPRISE_DISABLED' : revoked ? 'ENTERPRISE_REVOKED' : 'ENTERPRISE_RECERTIFYING';

/** Guard that none of these owners is held. */
export const noneSuspended = (ownerKeys: readonly string[]): SQL => {
  const ids = idsOf(ownerKeys);
  if (ids.length === 0) return sql`select 1`;
  return sql`select 1 where not exists (select 1 from ${enterprise} where ${inArray(enterprise.id, ids)} and ${SUSPENDED})`;
};

const REFUSAL = {
  ENTERPRISE_DISABLED: 'SIGNER_DISABLED',
  ENTERPRISE_RECERTIFYING: 'SIGNER_RECERTIFYING',
  ENTERPRISE_REVOKED: 'SIGNER_REVOKED',
} as const satisfies Record<SuspendedEnterprise['reason'], ErrorName>;

/**
 * Refuses to send a task to an enterprise that cannot sign it, which would reserve one of the sender's copies in vain.
 * `owners` are the signers' owner keys, in order. Throws SIGNER_DISABLED, SIGNER_REVOKED, SIGNER_RECERTIFYING.
 */
export async function refuseSuspended(context: Context, owners: readonly string[]): Promise<void> {
  const [suspended] = await suspendedEnterprises(context, owners);
  if (!suspended) return;
  throw new AppError(
    REFUSAL[suspended.reason],
    { enterprise: suspended.name },
    planPathToWire(`signers.${owners.indexOf(`E:${suspended.id}`)}.entName`),
  );
}
