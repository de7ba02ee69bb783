import { eq } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { isSameName } from '#core/identity/compare-names.ts';
import type { changePersonMobile as call } from '#core/platform/calls.ts';
import { maskName } from '#core/realname/mask.ts';
import { DAY_MS } from '#core/time.ts';
import { account } from '#db/schema/index.ts';
import { claimForPerson } from '#edge/claim/claim-for-person.ts';
import { judgeAuthCode, mobileTarget } from '#edge/identity/judge-auth-code.ts';
import { openLoginName, openRealName, sealLoginName } from '#edge/identity/names.ts';
import { recordAccount } from '#edge/identity/record-account.ts';
import { endSessions } from '#edge/identity/sessions.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { smsEffect } from '#edge/notice/effects.ts';

/** So often a day the papers of one person are compared. */
const COMPARED = 5;

/**
 * Binds another mobile to the account of somebody who lost theirs, after a review of their papers as for the real name: name
 * and number must be those that were verified, and a code to the new number proves it. Ends their sessions; the lost number
 * is told. Throws NOT_FOUND at the mobile, NO_PERMISSION for one's own account, PERSON_DIFFERS, TOO_OFTEN, MOBILE_UNCHANGED,
 * CODE_WRONG, also for a number of another account.
 */
export async function changePersonMobile(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db, keys } = context;
  const [person] = await db
    .select()
    .from(account)
    .where(eq(account.mobileIndex, await mobileTarget(context, input.mobile)));
  if (!person) throw new AppError('NOT_FOUND', {}, 'mobile');
  const { id } = person;
  if (id === actor.accountId) throw new AppError('NO_PERMISSION');
  if (input.newMobile === input.mobile) throw new AppError('MOBILE_UNCHANGED', {}, 'newMobile');
  if ((await countAttempt(context, `papers:${id}`, DAY_MS)) > COMPARED) throw new AppError('TOO_OFTEN');
  const realName = await openRealName(context, person);
  const isSame =
    person.personalAuthStatus === 'AUTH' &&
    isSameName(realName, input.realName) &&
    person.idNumberSealed !== null &&
    (await keys.openField(person.idNumberSealed, `idNumber:${id}`)) === input.idNumber.toUpperCase();
  if (!isSame) throw new AppError('PERSON_DIFFERS', {}, 'idNumber');
  const proof = await judgeAuthCode(context, 'PLATFORM_MOBILE', input.newMobile, input.authCode, {
    by: actor.accountId,
  });
  const change = {
    mobileIndex: await mobileTarget(context, input.newMobile),
    mobileSealed: await keys.sealField(input.newMobile, `mobile:${id}`),
    // [3.2a] As where they change it themselves.
    ...((await openLoginName(context, person)) === input.mobile
      ? await sealLoginName(context, id, input.newMobile)
      : {}),
  };
  const tail = input.newMobile.slice(-4);
  await withRetry(async () => {
    const claim = await claimForPerson(context, {
      accountId: id,
      contacts: [change.mobileIndex],
      name: realName,
    });
    await commitSpending(context, [proof], claim.guards, [
      db.update(account).set(change).where(eq(account.id, id)),
      recordAccount(context, id, 'MOBILE_CHANGED'),
      auditOf(context, {
        action: 'MOBILE_CHANGED',
        targetKind: 'PERSON',
        targetId: id,
        targetName: maskName(realName),
        remark: input.reason,
      }),
      ...(person.mobileSealed
        ? [
            enqueue(context, `sms:${id}`, smsEffect, {
              accountMobileSealed: person.mobileSealed,
              sealContext: `mobile:${id}`,
              template: 'MOBILE_REBOUND',
              params: { tail },
            }),
          ]
        : []),
      ...claim.statements,
    ]);
  }).catch((error: unknown) => {
    throw isUniqueError(error) ? new AppError('CODE_WRONG', {}, 'authCode') : error;
  });
  await endSessions(context, id, actor.sessionId);
  return null;
}
