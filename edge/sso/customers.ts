import { count, desc, eq } from 'drizzle-orm';
import { toBase64Url, utf8 } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type {
  listCustomers as listCall,
  saveCustomer as saveCall,
  switchCustomer as switchCall,
} from '#core/sso/calls.ts';
import { enterprise, ssoCustomer } from '#db/schema/index.ts';
import { tellAdministrators } from '#edge/company/tell-administrators.ts';
import { judgeSecondProof } from '#edge/identity/judge-second-proof.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { endSessionsFrom } from './end-sessions.ts';

/**
 * Registers a customer's system. A shared key is generated here, stored wrapped and shown once. Whoever has the key signs in
 * as any member, so it takes a second proof: a stolen session must not leave a way in. Throws ENTERPRISE_NOT_FOUND,
 * SSO_PATH_TAKEN, INPUT_INVALID (publicKey), and what `judgeSecondProof` throws.
 */
export async function saveCustomer(
  input: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  const { db, keys, now, actor } = context;
  const [ent] = await db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.id, input.entId));
  if (!ent) throw new AppError('ENTERPRISE_NOT_FOUND', {}, 'entId');
  if ((input.algorithm === 'EdDSA') !== (input.publicKey !== undefined))
    throw new AppError('INPUT_INVALID', {}, 'publicKey');
  const proofs = await judgeSecondProof(context, input.proof, 'SSO_CUSTOMER');
  const customerId = context.newId();
  const shared = input.publicKey ? '' : toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  try {
    const insert = db.insert(ssoCustomer).values({
      id: customerId,
      name: input.name,
      path: input.path,
      enterpriseId: ent.id,
      algorithm: input.algorithm,
      key: input.publicKey ?? (await keys.wrap(utf8(shared), `sso:${customerId}`)),
      returnAddresses: input.returnAddresses,
      createdBy: actor.accountId,
      createdAt: now,
    });
    const added = auditOf(context, {
      action: 'CUSTOMER_ADDED',
      targetKind: 'CUSTOMER',
      targetId: customerId,
      targetName: input.name,
      remark: `/${input.path}`,
    });
    await commitSpending(context, proofs, [], [insert, added]);
  } catch (error) {
    if (isUniqueError(error)) throw new AppError('SSO_PATH_TAKEN', {}, 'path');
    throw error;
  }
  return { customerId, key: shared };
}

/**
 * Disables or enables a customer's single sign-on. Disabling ends the sessions that it created, with what they hold, and
 * tells those who administer the enterprise: what was done in them is the enterprise's and stays until one of them has
 * looked at it (docs/decisions/single-sign-on.md).
 */
export async function switchCustomer(
  input: ParsedInputOf<typeof switchCall>,
  context: SignedInContext,
): Promise<null> {
  const { db } = context;
  const { customerId, enabled } = input;
  const its = eq(ssoCustomer.id, customerId);
  const [found] = await db
    .select({ customer: ssoCustomer.name, entId: ssoCustomer.enterpriseId, enterprise: enterprise.name })
    .from(ssoCustomer)
    .innerJoin(enterprise, eq(enterprise.id, ssoCustomer.enterpriseId))
    .where(its);
  if (!found) throw new AppError('NOT_FOUND');
  const { entId, ...names } = found;
  const messages = enabled ? [] : await tellAdministrators(context, 'SSO_CUSTOMER_OFF', names, { entId });
  await commit(
    context,
    [],
    [
      db.update(ssoCustomer).set({ enabled }).where(its),
      auditOf(context, {
        action: enabled ? 'CUSTOMER_ENABLED' : 'CUSTOMER_DISABLED',
        targetKind: 'CUSTOMER',
        targetId: customerId,
        targetName: names.customer,
      }),
      ...messages,
    ],
  );
  if (!enabled) await endSessionsFrom(context, { from: customerId, entId });
  return null;
}

export async function listCustomers(
  input: ParsedInputOf<typeof listCall>,
  { db, now }: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({ customer: ssoCustomer, entName: enterprise.name })
      .from(ssoCustomer)
      .innerJoin(enterprise, eq(enterprise.id, ssoCustomer.enterpriseId))
      .orderBy(desc(ssoCustomer.createdAt)),
    db.select({ n: count() }).from(ssoCustomer),
  );
  return {
    records: rows.map(({ customer, entName }) => ({
      customerId: customer.id,
      name: customer.name,
      path: customer.path,
      entName,
      algorithm: customer.algorithm === 'EdDSA' ? ('EdDSA' as const) : ('HS256' as const),
      formerKeyUntil: (customer.formerUntil ?? 0) > now ? customer.formerUntil : null,
      returnAddresses: customer.returnAddresses,
      enabled: customer.enabled,
      createTime: customer.createdAt,
    })),
    ...page,
  };
}
