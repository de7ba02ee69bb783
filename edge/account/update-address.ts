import { eq } from 'drizzle-orm';
import type { updateMail as mailCall, updateMobile as mobileCall } from '#core/account/calls.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { account } from '#db/schema/index.ts';
import { claimForPerson } from '#edge/claim/claim-for-person.ts';
import { contactOf } from '#edge/identity/address-of.ts';
import { judgeAuthCode, judgeMailCode, mailTarget, mobileTarget } from '#edge/identity/judge-auth-code.ts';
import { sealLoginName } from '#edge/identity/names.ts';
import { recordAccount } from '#edge/identity/record-account.ts';
import { endSessions } from '#edge/identity/sessions.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';

/**
 * [7.8c] [5.8c] Changes the mobile number: a code to the old number confirms, a code to the new one proves it. Ends every other
 * session. A number of another account is refused like a wrong code, so that nobody learns who is registered. What was sent
 * to the new number while nobody had it becomes the account's; what it had stays its own.
 */
export async function updateMobile(
  input: ParsedInputOf<typeof mobileCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db, keys } = context;
  const old = await contactOf(context, actor.accountId);
  const id = actor.accountId;
  if (old === input.mobile) throw new AppError('MOBILE_UNCHANGED', {}, 'mobile');
  const proofs = [
    await judgeAuthCode(context, 'CHECK_MOBILE', old, input.checkCode, { field: 'checkCode' }),
    await judgeAuthCode(context, 'UPDATE_MOBILE', input.mobile, input.authCode, { by: id }),
  ];
  const change = {
    mobileIndex: await mobileTarget(context, input.mobile),
    mobileSealed: await keys.sealField(input.mobile, `mobile:${id}`),
    // [3.2a] A login name equal to the number changes with it: the old number may be assigned to somebody else.
    ...(actor.loginName === old ? await sealLoginName(context, id, input.mobile) : {}),
  };
  await withRetry(async () => {
    const claim = await claimForPerson(context, {
      accountId: id,
      contacts: [change.mobileIndex],
      name: actor.verifiedName,
    });
    await commitSpending(context, proofs, claim.guards, [
      db.update(account).set(change).where(eq(account.id, id)),
      recordAccount(context, id, 'MOBILE_CHANGED', actor.sessionId),
      ...claim.statements,
    ]);
  }).catch((error: unknown) => {
    throw isUniqueError(error) ? new AppError('CODE_WRONG', {}, 'authCode') : error;
  });
  await endSessions(context, actor.accountId, actor.sessionId);
  return null;
}

/**
 * [7.8i] Binds or changes the e-mail address: a code to the mobile confirms, a code to the address proves it. What was sent to
 * the address while nobody had it becomes the account's.
 */
export async function updateMail(
  input: ParsedInputOf<typeof mailCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db, keys } = context;
  const mobile = await contactOf(context, actor.accountId);
  const proofs = [
    await judgeAuthCode(context, 'CHECK_MOBILE', mobile, input.checkCode, { field: 'checkCode' }),
    await judgeMailCode(context, 'UPDATE_MAIL', input.mail, input.authCode, { by: actor.accountId }),
  ];
  const emailIndex = await mailTarget(context, input.mail);
  // The index of addresses is not unique, because older accounts may share one; no further account may.
  const others = await db.select({ id: account.id }).from(account).where(eq(account.emailIndex, emailIndex));
  if (others.some(({ id }) => id !== actor.accountId)) throw new AppError('CODE_WRONG', {}, 'authCode');
  const emailSealed = await keys.sealField(input.mail, `email:${actor.accountId}`);
  await withRetry(async () => {
    const claim = await claimForPerson(context, {
      accountId: actor.accountId,
      contacts: [emailIndex],
      name: actor.verifiedName,
    });
    await commitSpending(context, proofs, claim.guards, [
      db.update(account).set({ emailIndex, emailSealed }).where(eq(account.id, actor.accountId)),
      recordAccount(context, actor.accountId, 'MAIL_CHANGED', actor.sessionId),
      ...claim.statements,
    ]);
  });
  return null;
}
