import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { LAPSED } from '#core/company/states.ts';
import { AppError, type ErrorName } from '#core/errors.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import type { FreezeReason } from '#core/task/states.ts';
import { enterprise, realnameApplication } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

export interface HeldEnterprise {
  id: string;
  name: string;
  reason: Extract<FreezeReason, `ENTERPRISE_${string}`>;
}

const DISABLED = sql`${enterprise.businessStatus} = 'DISABLE'`;

/** Its real name was revoked ([6.2d]), and so it is while the next application is under way. */
const REVOKED = sql`(${enterprise.authStatus} = 'REVOKE' or (${enterprise.authStatus} = 'REAUTHING' and exists (
  select 1 from ${realnameApplication} where ${realnameApplication.entId} = ${enterprise.id}
  and ${realnameApplication.state} in ('CHECKING', 'REVIEWING') and ${realnameApplication.before} = 'REVOKE')))`;

/** Nobody can switch into it ([4.18a]). One that was never verified is another matter: what waits for it, waits for that. */
const HELD = sql`(${DISABLED} or ${inArray(enterprise.authStatus, LAPSED)})`;

const idsOf = (ownerKeys: readonly string[]): string[] =>
  ownerKeys.filter((key) => key.startsWith('E:')).map((key) => key.slice(2));

/**
 * Those of the owners for whom nobody can act, because the platform disabled the enterprise ([6.1]), its real name was
 * revoked ([6.2d]), or is to be proved again. Disabled ones first: nobody in the enterprise can mend that.
 */
export async function heldEnterprises(
  { db }: Context,
  ownerKeys: readonly string[],
): Promise<HeldEnterprise[]> {
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
    .where(and(inArray(enterprise.id, ids), HELD));
  return rows
    .map(({ disabled, revoked, ...row }) => ({ ...row, reason: reasonOf(disabled, revoked) }))
    .sort((a, b) => a.reason.localeCompare(b.reason));
}

const reasonOf = (disabled: number, revoked: number): HeldEnterprise['reason'] =>
  disabled ? 'ENTERPRISE_DISABLED' : revoked ? 'ENTERPRISE_REVOKED' : 'ENTERPRISE_RECERTIFYING';

/** Guard: somebody can act for each of these owners. */
export const noneHeld = (ownerKeys: readonly string[]): SQL => {
  const ids = idsOf(ownerKeys);
  if (ids.length === 0) return sql`select 1`;
  return sql`select 1 where not exists (select 1 from ${enterprise} where ${inArray(enterprise.id, ids)} and ${HELD})`;
};

const REFUSAL = {
  ENTERPRISE_DISABLED: 'SIGNER_DISABLED',
  ENTERPRISE_RECERTIFYING: 'SIGNER_RECERTIFYING',
  ENTERPRISE_REVOKED: 'SIGNER_REVOKED',
} as const satisfies Record<HeldEnterprise['reason'], ErrorName>;

/**
 * A task is not sent to an enterprise that could not sign it: the sender would use up a copy and wait for nothing.
 * `owners` are those of the signers, in their order. Throws SIGNER_DISABLED, SIGNER_REVOKED,
 * SIGNER_RECERTIFYING.
 */
export async function refuseHeld(context: Context, owners: readonly string[]): Promise<void> {
  const [held] = await heldEnterprises(context, owners);
  if (!held) return;
  throw new AppError(
    REFUSAL[held.reason],
    { enterprise: held.name },
    planPathToWire(`signers.${owners.indexOf(`E:${held.id}`)}.entName`),
  );
}
