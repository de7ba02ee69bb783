import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { messageText, withoutMark } from '#core/locales/message-text.ts';
import { account } from '#db/schema/index.ts';
import { invitationLink } from '#edge/invitation/invitations.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openMail } from '#edge/kernel/providers/mail.ts';
import { openSms } from '#edge/kernel/providers/sms.ts';
import type { smsEffect } from './effects.ts';
import { isStillInvited } from './is-still-invited.ts';
import { languageForMail, languageOf } from './language-of.ts';
import { isSilenced } from './reminders.ts';

/**
 * Sends a short message in the recipient's language, with the link of a party of a task. To an account without a number it goes
 * by mail; parties of tasks without one are written to by `sendMail` alone.
 */
export async function sendSms(
  context: Context,
  { template, params, fromAccountId, invited, ...to }: z.output<typeof smsEffect.payload>,
  id: string,
  causedAt: number,
): Promise<void> {
  if (invited && !(await isStillInvited(context, invited))) return;
  if (await isSilenced(context, template, invited)) return;
  const mobile = await numberOf(context, to);
  if (mobile === null) {
    if (!invited) await sendInstead(context, to.toAccountId, { id, template, params });
    return;
  }
  const language = await languageOf(context, mobile, fromAccountId);
  const link = invited && (await invitationLink(context, invited));
  return openSms(context).send({
    id,
    mobile,
    template,
    params,
    language,
    party: invited,
    askedAt: causedAt,
    ...(link ? { link } : {}),
  });
}

/** An account's present number, as the one that was typed once may be somebody else's by now; null if it was closed. */
async function numberOf(
  { db, keys }: Context,
  {
    toAccountId,
    accountMobileSealed,
    sealContext,
  }: Pick<z.output<typeof smsEffect.payload>, 'toAccountId' | 'accountMobileSealed' | 'sealContext'>,
): Promise<string | null> {
  if (toAccountId === '') return keys.openField(accountMobileSealed, sealContext);
  const [row] = await db
    .select({ sealed: account.mobileSealed })
    .from(account)
    .where(eq(account.id, toAccountId));
  return row?.sealed ? keys.openField(row.sealed, `mobile:${toAccountId}`) : null;
}

/** To the address of an account that has no number; nothing once it is closed. */
async function sendInstead(
  context: Context,
  accountId: string,
  { id, template, params }: Pick<z.output<typeof smsEffect.payload>, 'template' | 'params'> & { id: string },
): Promise<void> {
  const [row] = await context.db
    .select({ sealed: account.emailSealed, language: account.language })
    .from(account)
    .where(eq(account.id, accountId));
  if (!row?.sealed) return;
  const mail = await context.keys.openField(row.sealed, `email:${accountId}`);
  const language = await languageForMail(context, mail, accountId);
  const text = withoutMark(messageText(template, params, language));
  await openMail(context).sendWritten({ id, mail, template, subject: text.replace(/[。.]$/, ''), text });
}
