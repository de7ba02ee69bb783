import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type * as calls from '#core/identity/code-calls.ts';
import { isVisitorPurpose, MAIL_PURPOSES, SMS_PURPOSES } from '#core/identity/code-purposes.ts';
import { reasonOfReceipt } from '#core/notice/delivery.ts';
import { signReceipt } from '#core/notice/receipt.ts';
import { sameSecret } from '#core/same-secret.ts';
import { isContact } from '#core/validate/contact.ts';
import { isEmail } from '#core/validate/email.ts';
import { isMobile } from '#core/validate/mobile.ts';
import type { Context } from '#edge/kernel/context.ts';
import { recordReceipt } from '#edge/kernel/providers/record-delivery.ts';
import { contactOf, mailOf } from './address-of.ts';
import { authenticate } from './authenticate.ts';
import { isOwnDevice, keepDevice } from './devices.ts';
import { requireHuman } from './require-human.ts';
import { type Asker, sendAuthCode, sendMailCode } from './send-auth-code.ts';

/** [7.7a] A code to one's own mobile, or to the one that was named. Throws INPUT_INVALID (mobile), SESSION_INVALID. */
export async function askSmsCode(
  input: ParsedInputOf<typeof calls.sendAuthCode>,
  context: Context,
  request: Request,
): Promise<null> {
  const purpose = input.authCodeType;
  const named = input.mobile ?? '';
  let mobile = named;
  let asker: Asker = { kind: 'owner', id: '' };
  if (SMS_PURPOSES[purpose] === 'own') {
    // An embedded page asks for the code of a signature only.
    const actor = await authenticate(request, context, { embed: purpose === 'SIGN' });
    mobile = await contactOf(context, actor.accountId);
    // [7.9a] sends the number along: another one than one's own is a mistake.
    if (named !== '' && named !== mobile) throw new AppError('INPUT_INVALID', {}, 'mobile');
  } else if (purpose === 'UPDATE_MOBILE') asker = await accountOf(context, request);
  else if (purpose === 'PLATFORM_MOBILE') {
    const { accountId, platformAdmin } = await authenticate(request, context);
    if (!platformAdmin) throw new AppError('NO_PERMISSION');
    asker = { kind: 'account', id: accountId };
  }
  // An address stands in place of a number for whoever has none, and at the login for whoever has bound it.
  const byMail = SMS_PURPOSES[purpose] === 'own' || purpose === 'LOGIN';
  if (!(byMail ? isContact : isMobile)(mobile)) throw new AppError('INPUT_INVALID', {}, 'mobile');
  if (isVisitorPurpose(purpose)) {
    const own = await isOwnDevice(context, request, mobile);
    if (!own) await requireHuman(context, input);
    asker = { kind: own ? 'owner' : 'stranger', id: await keepDevice(context, request) };
  }
  await sendAuthCode(context, purpose, mobile, asker);
  return null;
}

/** [7.7b] Throws INPUT_INVALID (mail), MAIL_NOT_SET, SESSION_INVALID. */
export async function askMailCode(
  input: ParsedInputOf<typeof calls.sendMailCode>,
  context: Context,
  request: Request,
): Promise<null> {
  const purpose = input.authCodeType;
  let mail = input.mail ?? '';
  let asker: Asker = { kind: 'owner', id: '' };
  if (MAIL_PURPOSES[purpose] === 'own') {
    mail = await mailOf(context, (await authenticate(request, context)).accountId);
    if (mail === '') throw new AppError('MAIL_NOT_SET');
  } else if (purpose === 'UPDATE_MAIL') asker = await accountOf(context, request);
  if (!isEmail(mail)) throw new AppError('INPUT_INVALID', {}, 'mail');
  if (isVisitorPurpose(purpose)) {
    await requireHuman(context, input);
    asker = { kind: 'stranger', id: await keepDevice(context, request) };
  }
  await sendMailCode(context, purpose, mail, asker);
  return null;
}

const accountOf = async (context: Context, request: Request): Promise<Asker> => ({
  kind: 'account',
  id: (await authenticate(request, context)).accountId,
});

/** Between the clocks of a gateway and of this service, and the time that a receipt is under way. */
const RECEIPT_TOLERANCE_S = 300;

/**
 * What a gateway tells of a message, signed with its key. A receipt that comes again within its time is acknowledged and changes
 * nothing. Without the key, or after that time, there is nothing here.
 */
export async function takeDeliveryReport(
  input: ParsedInputOf<typeof calls.reportDelivery>,
  context: Context,
  request: Request,
): Promise<null> {
  const key = input.channel === 'sms' ? context.env.SMS_KEY : context.env.MAIL_KEY;
  const seconds = request.headers.get('x-signet-timestamp') ?? '';
  const signature = request.headers.get('x-signet-signature') ?? '';
  const isNow = Math.abs(context.now / 1000 - Number(seconds)) <= RECEIPT_TOLERANCE_S;
  const wanted = key ? await signReceipt(key, seconds, input) : '';
  if (!/^\d+$/.test(seconds) || !isNow || !(await sameSecret(signature, wanted)))
    throw new AppError('NOT_FOUND');
  const { channel, id, state, reason = '' } = input;
  await recordReceipt(context, { channel, id, state, reason: reasonOfReceipt(reason), error: reason });
  return null;
}
