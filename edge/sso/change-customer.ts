import { and, eq, isNull } from 'drizzle-orm';
import { toBase64Url, utf8 } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { changeCustomer as changeCall, changeCustomerKey as keyCall } from '#core/sso/calls.ts';
import { isAllowedReturn } from '#core/sso/pages.ts';
import { session, ssoCustomer, ssoSession } from '#db/schema/index.ts';
import { judgeSecondProof } from '#edge/identity/judge-second-proof.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { endSessionsFrom } from './end-sessions.ts';
import type { CustomerRow } from './read-link.ts';

const HOUR = 3_600_000;

async function readCustomer({ db }: SignedInContext, id: string): Promise<CustomerRow> {
  const [row] = await db.select().from(ssoCustomer).where(eq(ssoCustomer.id, id));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/**
 * Changes the name and the allowed return addresses of a customer's system. Ends sessions whose return address is no
 * longer allowed. Path and enterprise cannot change, because links and members depend on them.
 */
export async function changeCustomer(
  input: ParsedInputOf<typeof changeCall>,
  context: SignedInContext,
): Promise<null> {
  const { db } = context;
  const { customerId, name, returnAddresses } = input;
  const before = await readCustomer(context, customerId);
  await commit(
    context,
    [],
    [
      db.update(ssoCustomer).set({ name, returnAddresses }).where(eq(ssoCustomer.id, customerId)),
      auditOf(context, {
        action: 'CUSTOMER_CHANGED',
        targetKind: 'CUSTOMER',
        targetId: customerId,
        targetName: before.name,
        remark: [...(name === before.name ? [] : [name]), ...returnAddresses].join(' '),
      }),
    ],
  );
  const logins = await db
    .select({ id: ssoSession.sessionId, returnAddress: ssoSession.returnAddress })
    .from(ssoSession)
    .innerJoin(session, and(eq(session.id, ssoSession.sessionId), isNull(session.endedAt)))
    .where(eq(ssoSession.customerId, customerId));
  const lost = logins.filter(({ returnAddress }) => !isAllowedReturn(returnAddress, returnAddresses));
  const ids = lost.map(({ id }) => id);
  await endSessionsFrom(context, { from: customerId, entId: before.enterpriseId, ids });
  return null;
}

/**
 * Replaces the key of a customer's system: with a new shared key, shown only this once, or with a new public key sent
 * by the customer. The previous key stays valid for `keepHours`, so that the customer can switch without failed logins;
 * earlier keys are invalid. Sessions continue: for a leaked key use `switchCustomer`, which ends them. Takes a second proof,
 * as `saveCustomer` does.
 */
export async function changeCustomerKey(
  input: ParsedInputOf<typeof keyCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof keyCall>> {
  const { db, keys, now } = context;
  const { customerId, publicKey, keepHours, proof } = input;
  const before = await readCustomer(context, customerId);
  if ((before.algorithm === 'EdDSA') !== (publicKey !== undefined))
    throw new AppError('INPUT_INVALID', {}, 'publicKey');
  const proofs = await judgeSecondProof(context, proof, 'SSO_CUSTOMER');
  const shared = publicKey ? '' : toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  await commitSpending(
    context,
    proofs,
    [],
    [
      db
        .update(ssoCustomer)
        .set({
          key: publicKey ?? (await keys.wrap(utf8(shared), `sso:${customerId}`)),
          ...(keepHours > 0
            ? { formerKey: before.key, formerUntil: now + keepHours * HOUR }
            : { formerKey: '', formerUntil: null }),
        })
        .where(eq(ssoCustomer.id, customerId)),
      auditOf(context, {
        action: 'CUSTOMER_KEY_CHANGED',
        targetKind: 'CUSTOMER',
        targetId: customerId,
        targetName: before.name,
        remark: `${keepHours} h`,
      }),
    ],
  );
  return { key: shared };
}
