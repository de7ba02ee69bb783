import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { sendUserAuthToOrder as call } from '#core/certificate/calls.ts';
import { AppError } from '#core/errors.ts';
import { maskName } from '#core/realname/mask.ts';
import { account, certificateOrder } from '#db/schema/index.ts';
import { openRealName } from '#edge/identity/names.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { openCa } from '#edge/pki/ca.ts';
import { refreshOrder } from './continue-order.ts';
import { OPEN_STATES, readOrder, unchangedOrder } from './read-order.ts';

/**
 * [7.8m] Submits the applicant's verified identity with an open order, so that the authority can check it and issue, and
 * asks the authority again at once. The data are always the caller's own, never a colleague's. They are sealed in the
 * order until it is closed; the audit log says that they were submitted. A later submission replaces them. Throws
 * CERTIFICATE_ORDER_CLOSED, REAL_NAME_NEEDED, and APPLICANT_NOT_TAKEN if the authority's protocol has no applicant.
 */
export async function sendUserAuthToOrder(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db, keys, now } = context;
  await withRetry(async () => {
    const { order } = await readOrder(context, input.orderId);
    if (!OPEN_STATES.includes(order.state)) throw new AppError('CERTIFICATE_ORDER_CLOSED');
    if (!openCa(context).takesApplicant) throw new AppError('APPLICANT_NOT_TAKEN');
    const [person] = await db.select().from(account).where(eq(account.id, actor.accountId));
    if (person?.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
    const name = await openRealName(context, person);
    const sealed = await sealFields(context, order.id, {
      name,
      idType: person.idType,
      idNumber: person.idNumberSealed
        ? await keys.openField(person.idNumberSealed, `idNumber:${person.id}`)
        : '',
      mobile: person.mobileSealed && (await keys.openField(person.mobileSealed, `mobile:${person.id}`)),
    });
    await commit(
      context,
      [unchangedOrder(order)],
      [
        db
          .update(certificateOrder)
          .set({
            applicantId: actor.accountId,
            applicantSealed: sealed,
            applicantAt: now,
            version: order.version + 1,
          })
          .where(eq(certificateOrder.id, order.id)),
        auditOf(context, {
          action: 'APPLICANT_SENT',
          targetKind: 'PERSON',
          targetId: person.id,
          targetName: maskName(name),
          remark: order.number,
        }),
      ],
    );
  });
  return refreshOrder(input, context);
}
