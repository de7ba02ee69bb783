import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type * as calls from '#core/identity/code-calls.ts';
import { isVisitorPurpose, MAIL_PURPOSES, SMS_PURPOSES } from '#core/identity/code-purposes.ts';
import { isEmail } from '#core/validate/email.ts';
import { isMobile } from '#core/validate/phone.ts';
import type { Context } from '../context.ts';
import { setState } from '../providers/deliver.ts';
import { mailOf, mobileOf } from './address-of.ts';
import { authenticate } from './authenticate.ts';
import { isOwnDevice } from './devices.ts';
import { requireHuman } from './require-human.ts';
import { sendAuthCode, sendMailCode } from './send-auth-code.ts';

/** [7.7a] A code to one's own mobile, or to the one that was named. Throws INPUT_INVALID (mobile), SESSION_INVALID. */
export async function askSmsCode(
  input: ParsedInputOf<typeof calls.sendAuthCode>,
  context: Context,
  request: Request,
): Promise<null> {
  const purpose = input.authCodeType;
  const named = input.mobile ?? '';
  let mobile = named;
  if (SMS_PURPOSES[purpose] === 'own') {
    mobile = await mobileOf(context, (await authenticate(request, context)).accountId);
    // [7.9a] sends the number along: another one than one's own is a mistake.
    if (named !== '' && named !== mobile) throw new AppError('INPUT_INVALID', {}, 'mobile');
  } else if (purpose === 'UPDATE_MOBILE') await authenticate(request, context);
  if (!isMobile(mobile)) throw new AppError('INPUT_INVALID', {}, 'mobile');
  if (isVisitorPurpose(purpose) && !(await isOwnDevice(context, request, mobile)))
    await requireHuman(context, input);
  await sendAuthCode(context, purpose, mobile);
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
  if (MAIL_PURPOSES[purpose] === 'own') {
    mail = await mailOf(context, (await authenticate(request, context)).accountId);
    if (mail === '') throw new AppError('MAIL_NOT_SET');
  } else if (purpose === 'UPDATE_MAIL') await authenticate(request, context);
  if (!isEmail(mail)) throw new AppError('INPUT_INVALID', {}, 'mail');
  if (isVisitorPurpose(purpose)) await requireHuman(context, input);
  await sendMailCode(context, purpose, mail);
  return null;
}

/** What a gateway tells of a message. Without its key there is nothing here. */
export async function takeDeliveryReport(
  input: ParsedInputOf<typeof calls.reportDelivery>,
  context: Context,
  request: Request,
): Promise<null> {
  const key = input.channel === 'sms' ? context.env.SMS_KEY : context.env.MAIL_KEY;
  const given = request.headers.get('authorization') ?? '';
  const wanted = await context.keys.indexOf(`Bearer ${key}`, 'gateway');
  if (!key || (await context.keys.indexOf(given, 'gateway')) !== wanted) throw new AppError('NOT_FOUND');
  await setState(context, input.id, input.state, input.reason);
  return null;
}
