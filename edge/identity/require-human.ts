import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { HumanProof } from '#core/identity/proof.ts';
import { captcha } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/**
 * Spends the proof of a security verification ([8.6b]): the token of a passed puzzle, or an image code with what was
 * typed, which is judged here and once. Throws CAPTCHA_NEEDED without one, CAPTCHA_WRONG for a wrong, used or old one.
 */
export async function requireHuman(context: Context, proof: HumanProof): Promise<void> {
  if (proof.captchaKey) return spendPassed(context, proof.captchaKey);
  if (!proof.randomStr || !proof.authCode) throw new AppError('CAPTCHA_NEEDED');
  const [row] = await context.db
    .update(captcha)
    .set({ answeredAt: context.now, spentAt: context.now })
    .where(
      and(
        eq(captcha.id, proof.randomStr),
        eq(captcha.kind, 'image'),
        isNull(captcha.answeredAt),
        gt(captcha.expiresAt, context.now),
      ),
    )
    .returning({ answer: captcha.answer });
  if (!row || (JSON.parse(row.answer) as { text: string }).text !== proof.authCode.toUpperCase())
    throw new AppError('CAPTCHA_WRONG', {}, 'authCode');
}

async function spendPassed(context: Context, token: string): Promise<void> {
  const spent = await context.db
    .update(captcha)
    .set({ spentAt: context.now })
    .where(
      and(
        eq(captcha.id, token),
        isNotNull(captcha.passedAt),
        isNull(captcha.spentAt),
        gt(captcha.expiresAt, context.now),
      ),
    )
    .returning({ id: captcha.id });
  if (spent.length === 0) throw new AppError('CAPTCHA_WRONG');
}
