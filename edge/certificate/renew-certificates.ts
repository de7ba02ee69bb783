import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { renewCertificates as call } from '#core/certificate/calls.ts';
import { AppError } from '#core/errors.ts';
import { can } from '#core/machine.ts';
import { UPDATE_MACHINE } from '#core/seal/states.ts';
import { certificate, seal } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { updateStateOf } from '#edge/seal/access.ts';
import { operatorOf, recordOf } from '#edge/seal/change-seal.ts';
import { carryOutOrder } from './carry-out-order.ts';
import { checkTypeConfigured } from './certificate-types.ts';
import { placeOrder } from './place-order.ts';

/**
 * Renews the certificates of several seals ([2.25e]), all or none, by one order per type of seal. Throws
 * CERTIFICATE_UKEY_NO_BATCH if a key is in a unit's UKey ([8.16d]), CERTIFICATE_NOT_DUE for one that does not expire
 * within a month, CERTIFICATE_TYPE_NOT_CONFIGURED ([8.16c]).
 */
export async function renewCertificates(
  { stampIds }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const orders = await withRetry(() => writeOrders(stampIds, context));
  context.defer(
    (async () => {
      for (const orderId of orders) await carryOutOrder(context, orderId);
    })(),
  );
  return { orders: orders.length };
}

async function writeOrders(stampIds: readonly string[], context: SignedInContext): Promise<string[]> {
  const { db, actor, now } = context;
  const ids = [...new Set(stampIds)];
  const views = await db
    .select({ row: seal, certificate })
    .from(seal)
    .innerJoin(certificate, eq(certificate.id, seal.certificateId))
    .where(and(inArray(seal.id, ids), eq(seal.ownerKey, actor.ownerKey), isNull(seal.deletedAt)));
  if (views.length !== ids.length) throw new AppError('NOT_FOUND');
  for (const view of views) {
    const { name } = view.row;
    if (view.certificate.keyId === null) throw new AppError('CERTIFICATE_UKEY_NO_BATCH', { name });
    if (!can(UPDATE_MACHINE, updateStateOf(view, now), 'start'))
      throw new AppError('CERTIFICATE_NOT_DUE', { name });
    await checkTypeConfigured(context, view.row);
  }
  const statements: Statement[] = [];
  const orders: string[] = [];
  for (const category of new Set(views.map(({ row }) => row.category))) {
    const placed = placeOrder(context, {
      kind: 'RENEW',
      ownerKey: actor.ownerKey,
      ownerName: actor.entName,
      seals: views.flatMap(({ row }) => (row.category === category ? row : [])),
      creator: operatorOf(context),
    });
    orders.push(placed.orderId);
    statements.push(...placed.statements);
  }
  await commit(
    context,
    views.map(
      ({ row }) =>
        sql`select 1 from ${seal} where ${seal.id} = ${row.id} and ${seal.version} = ${row.version} and ${seal.deletedAt} is null`,
    ),
    [
      ...views.flatMap(({ row }) => [
        db
          .update(seal)
          .set({ certificateUpdate: 'UPDATING', version: row.version + 1 })
          .where(eq(seal.id, row.id)),
        recordOf(context, row.id, 'CERTIFICATE_APPLIED', operatorOf(context)),
      ]),
      ...statements,
    ],
  );
  return orders;
}
