import { eq } from 'drizzle-orm';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import { account, authCode } from '#db/schema/index.ts';
import type { Context } from '../context.ts';
import { openSms } from '../providers/sms.ts';
import { countAttempt } from './count-attempts.ts';
import { type CodePurpose, hashCode } from './spend-auth-code.ts';

const HOUR = 3_600_000;

/**
 * Sends a six-digit code ([7.7a], [9.14]): one a minute and ten an hour to a mobile, thirty an hour from an address.
 * Where nobody has the mobile nothing is sent, and the answer is the same.
 */
export async function sendAuthCode(context: Context, purpose: CodePurpose, mobile: string): Promise<void> {
  const target = await context.keys.indexOf(mobile, 'mobile');
  const perMinute = await countAttempt(context, `code:${purpose}:${target}`, LIMITS.codeResendMs);
  if (perMinute > 1) throw new AppError('TOO_OFTEN');
  const perHour = await countAttempt(context, `code-hour:${target}`, HOUR);
  const fromAddress = await countAttempt(
    context,
    `code-from:${await context.keys.indexOf(context.address, 'address')}`,
    HOUR,
  );
  if (perHour > 10 || fromAddress > 60) throw new AppError('TOO_OFTEN');
  const [known] = await context.db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.mobileIndex, target));
  if (!known) return;
  const code = randomCode();
  const id = context.newId();
  await context.db.insert(authCode).values({
    id,
    purpose,
    target,
    codeHash: await hashCode(context, id, code),
    expiresAt: context.now + LIMITS.codeMs,
    createdAt: context.now,
  });
  await openSms(context).send({
    mobile,
    template: `CODE_${purpose}`,
    params: { code, minutes: String(LIMITS.codeMs / 60_000) },
  });
}

function randomCode(): string {
  for (;;) {
    const [n] = crypto.getRandomValues(new Uint32Array(1));
    // 4,294,000,000 is the last multiple of a million: above it the digits would not be even.
    if (n! < 4_294_000_000) return String(n! % 1_000_000).padStart(6, '0');
  }
}
