import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import type { CodePurpose, MailPurpose, SmsPurpose } from '#core/identity/code-purposes.ts';
import { authCode } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';

export const hashCode = (context: Context, id: string, code: string): Promise<string> =>
  context.keys.indexOf(`${id}|${code}`, 'auth-code');

/** Keyed digest of a code's recipient, equal to that in the account's row. */
export const mobileTarget = (context: Context, mobile: string): Promise<string> =>
  context.keys.indexOf(mobile, 'mobile');
export const mailTarget = (context: Context, mail: string): Promise<string> =>
  context.keys.indexOf(mail.toLowerCase(), 'email');

/** Of a number or an address, whichever somebody is reached by: an address stands in place of a number. */
export const contactTarget = (context: Context, contact: string): Promise<string> =>
  contact.includes('@') ? mailTarget(context, contact) : mobileTarget(context, contact);

interface Judging {
  /** Input field of the code. */
  field?: string;
  /** Id of the device or account that typed it. Omitted if only the signed-in owner can call. */
  by?: string;
}

/**
 * Judges a code ([5.8a]): the newest one sent to the mobile (or the address of whoever has none) for this purpose, at most five
 * wrong tries. Others than the
 * one who asked for it have five tries together, so that nobody can use up those of the owner. Throws CODE_WRONG,
 * whatever the reason, at the field. The caller invalidates a correct code.
 */
export const judgeAuthCode = async (
  context: Context,
  purpose: SmsPurpose,
  contact: string,
  code: string,
  judging: Judging = {},
): Promise<OneTimeProof> => judgeCode(context, purpose, await contactTarget(context, contact), code, judging);

/** As above, for a code sent by mail. */
export const judgeMailCode = async (
  context: Context,
  purpose: MailPurpose,
  mail: string,
  code: string,
  judging: Judging = {},
): Promise<OneTimeProof> => judgeCode(context, purpose, await mailTarget(context, mail), code, judging);

async function judgeCode(
  context: Context,
  purpose: CodePurpose,
  target: string,
  code: string,
  { field = 'authCode', by }: Judging,
): Promise<OneTimeProof> {
  const { db, now } = context;
  const wrong = () => new AppError('CODE_WRONG', {}, field);
  const [row] = await db
    .select()
    .from(authCode)
    .where(and(eq(authCode.purpose, purpose), eq(authCode.target, target)))
    .orderBy(desc(authCode.createdAt), desc(authCode.id))
    .limit(1);
  if (!row || row.usedAt !== null || row.expiresAt < now) throw wrong();
  const tries = by === undefined || row.askedBy === '' || by === row.askedBy ? 'tries' : 'strangeTries';
  const unused = and(eq(authCode.id, row.id), isNull(authCode.usedAt));
  // The try is counted before it is judged, so that concurrent tries cannot exceed the limit.
  const counted = await db
    .update(authCode)
    .set({ [tries]: sql`${authCode[tries]} + 1` })
    .where(and(unused, lt(authCode[tries], LIMITS.codeTries)))
    .returning({ id: authCode.id });
  if (counted.length === 0 || row.codeHash !== (await hashCode(context, row.id, code))) throw wrong();
  // A correct code does not count as a try: its act may be refused repeatedly for another reason.
  await db
    .update(authCode)
    .set({ [tries]: sql`${authCode[tries]} - 1` })
    .where(eq(authCode.id, row.id));
  return {
    unspent: sql`select 1 from ${authCode} where ${unused}`,
    spend: db.update(authCode).set({ usedAt: now }).where(eq(authCode.id, row.id)),
    stillGood: async () => {
      const [still] = await db.select({ id: authCode.id }).from(authCode).where(unused);
      if (!still) throw wrong();
    },
  };
}
