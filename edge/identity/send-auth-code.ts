import { and, eq, gt } from 'drizzle-orm';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import {
  type CodePurpose,
  MAIL_PURPOSES,
  type MailPurpose,
  SMS_PURPOSES,
  type SmsPurpose,
} from '#core/identity/code-purposes.ts';
import { type MessageTemplate, messageText, withoutMark } from '#core/locales/message-text.ts';
import { account, authCode } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { clearAttempts, countAttempt } from '#edge/kernel/count-attempts.ts';
import { countFromAddress } from '#edge/kernel/count-from-address.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { openMail } from '#edge/kernel/providers/mail.ts';
import { openSms } from '#edge/kernel/providers/sms.ts';
import { hashCode, mailTarget, mobileTarget } from './judge-auth-code.ts';

const HOUR = 3_600_000;
const PER_TARGET = 10;
const PER_ADDRESS = 60;
/** Of one account, to addresses that it does not have yet. */
const PER_ASKER = 20;

/** Who asks for a code: whoever holds the account, an account for an address that is new to it, or anybody else. */
export interface Asker {
  kind: 'owner' | 'account' | 'stranger';
  /** Of the device or the account, by which it is known again when the code is typed. */
  id: string;
}

/**
 * Sends a six-digit code by SMS ([7.7a], [9.14]), or by mail to an address that stands in place of a number: one a minute and ten an hour to a mobile, sixty an hour from an
 * address, twenty an hour from an account to mobiles that are not its own. What strangers ask for takes nothing from the
 * owner's ten. Exactly one message goes out, whoever has the mobile: where a code would be of no use (nobody has it, or
 * somebody has it already) the message says that instead. So neither the answer nor its time tells a stranger
 * anything, and the one who holds the phone learns what is the matter. Throws TOO_OFTEN, CODE_NOT_SENT.
 */
export async function sendAuthCode(
  context: Context,
  purpose: SmsPurpose,
  mobile: string,
  asker: Asker,
): Promise<void> {
  if (mobile.includes('@')) return sendCodeByMail(context, purpose, mobile, asker);
  const target = await mobileTarget(context, mobile);
  const [known] = await context.db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.mobileIndex, target));
  const fits = SMS_PURPOSES[purpose] === 'any' || (SMS_PURPOSES[purpose] === 'new') === !known;
  await sendCode(context, { purpose, target, asker }, (id, code) =>
    openSms(context).send({
      id,
      mobile,
      template: fits
        ? `CODE_${purpose}`
        : SMS_PURPOSES[purpose] === 'new'
          ? 'MOBILE_TAKEN'
          : 'MOBILE_UNKNOWN',
      params: fits ? params(code) : {},
    }),
  );
}

/** The same to the address of somebody without a number: the words of the short message, without its mark. */
async function sendCodeByMail(
  context: Context,
  purpose: SmsPurpose,
  mail: string,
  asker: Asker,
): Promise<void> {
  const target = await mailTarget(context, mail);
  const [known] = await context.db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.emailIndex, target))
    .limit(1);
  const fits = SMS_PURPOSES[purpose] === 'any' || (SMS_PURPOSES[purpose] === 'new') === !known;
  const unfit: MessageTemplate = SMS_PURPOSES[purpose] === 'new' ? 'MAIL_TAKEN' : 'MAIL_UNKNOWN';
  const template: MessageTemplate = fits ? `CODE_${purpose}` : unfit;
  await sendCode(context, { purpose, target, asker }, (id, code) =>
    openMail(context).sendWritten({
      id,
      mail,
      template,
      subject: messageText('MAIL_SUBJECT_CODE', {}, context.language),
      text: withoutMark(messageText(template, fits ? params(code) : {}, context.language)),
    }),
  );
}

/** The same by mail ([7.7b]). */
export async function sendMailCode(
  context: Context,
  purpose: MailPurpose,
  mail: string,
  asker: Asker,
): Promise<void> {
  const target = await mailTarget(context, mail);
  const [known] = await context.db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.emailIndex, target));
  const fits = MAIL_PURPOSES[purpose] === 'new' ? !known : known !== undefined;
  const template: MessageTemplate = fits
    ? `MAIL_CODE_${purpose}`
    : MAIL_PURPOSES[purpose] === 'new'
      ? 'MAIL_TAKEN'
      : 'MAIL_UNKNOWN';
  await sendCode(context, { purpose, target, asker }, (id, code) =>
    openMail(context).send({
      id,
      mail,
      template,
      params: fits ? params(code) : {},
      subject: 'MAIL_SUBJECT_CODE',
    }),
  );
}

const params = (code: string) => ({ code, minutes: String(LIMITS.codeMs / 60_000) });

async function sendCode(
  context: Context,
  { purpose, target, asker }: { purpose: CodePurpose; target: string; asker: Asker },
  send: (id: string, code: string) => Promise<void>,
): Promise<void> {
  const { db, now } = context;
  const [recent] = await db
    .select({ id: authCode.id })
    .from(authCode)
    .where(
      and(
        eq(authCode.purpose, purpose),
        eq(authCode.target, target),
        gt(authCode.createdAt, now - LIMITS.codeResendMs),
      ),
    )
    .limit(1);
  if (recent) throw new AppError('TOO_OFTEN');
  // Two requests at once both find no code yet: the counter lets one of them pass.
  const whose = asker.kind === 'owner' ? 'own' : 'strange';
  const minute = `code:${whose}:${purpose}:${target}`;
  if ((await countAttempt(context, minute, LIMITS.codeResendMs)) > 1) throw new AppError('TOO_OFTEN');
  const [perHour, fromAddress, fromAsker] = await Promise.all([
    countAttempt(context, `code-hour:${whose}:${target}`, HOUR),
    countFromAddress(context, 'code-from', HOUR),
    asker.kind === 'account' ? countAttempt(context, `code-by:${asker.id}`, HOUR) : 0,
  ]);
  if (perHour > PER_TARGET || fromAddress > PER_ADDRESS || fromAsker > PER_ASKER)
    throw new AppError('TOO_OFTEN');
  const code = randomCode();
  const id = context.newId();
  // Kept before it is sent: whoever reads the message at once finds it good.
  await db.insert(authCode).values({
    id,
    purpose,
    target,
    codeHash: await hashCode(context, id, code),
    askedBy: asker.id,
    expiresAt: now + LIMITS.codeMs,
    createdAt: now,
  });
  try {
    await send(id, code);
  } catch (error) {
    // Nothing arrived: the person may ask again at once ([8.20b]).
    await db.delete(authCode).where(eq(authCode.id, id));
    await clearAttempts(context, minute, LIMITS.codeResendMs);
    noteFault('code not sent', error, context.requestId);
    throw new AppError('CODE_NOT_SENT');
  }
}

function randomCode(): string {
  for (;;) {
    const [n] = crypto.getRandomValues(new Uint32Array(1));
    // 4,294,000,000 is the last multiple of a million: above it the digits would not be even.
    if (n! < 4_294_000_000) return String(n! % 1_000_000).padStart(6, '0');
  }
}
