import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { remindersOffPath } from '#core/invitation/code.ts';
import { contractMail } from '#core/locales/mail-text.ts';
import { messageText, withoutMark } from '#core/locales/message-text.ts';
import { account, task } from '#db/schema/index.ts';
import { settingInForce } from '#edge/config/settings.ts';
import { invitationLink } from '#edge/invitation/invitations.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openMail } from '#edge/kernel/providers/mail.ts';
import type { MailPicture } from '#edge/kernel/providers/written-mail.ts';
import type { mailEffect } from './effects.ts';
import { isStillInvited } from './is-still-invited.ts';
import { languageForMail } from './language-of.ts';
import { isReminder, isSilenced } from './reminders.ts';

type Payload = z.output<typeof mailEffect.payload>;

const LOGO = 'logo';

/**
 * Writes to a party of a task: the same words as a short message, in the recipient's language, with their link. Answers reach
 * the sender where they have an address bound.
 */
export async function sendMail(
  context: Context,
  payload: Payload,
  id: string,
  causedAt: number,
): Promise<void> {
  const { template, params, taskId, invited } = payload;
  if (invited && !(await isStillInvited(context, invited))) return;
  const mail = await addressFor(context, payload);
  if (mail === null) return;
  if (await isSilenced(context, template, invited)) return;
  const [sent] = await context.db.select().from(task).where(eq(task.id, taskId));
  if (!sent) return;
  const [language, answers, { systemName, headerLogo }, link] = await Promise.all([
    languageForMail(context, mail, sent.initiatorId),
    addressOf(context, sent.initiatorId),
    settingInForce(context, 'system-option'),
    invited ? invitationLink(context, invited) : '',
  ]);
  const quietLink = invited && isReminder(template) ? remindersOffPath(link) : '';
  const logo = pictureIn(headerLogo);
  const { fromName, ...words } = contractMail(
    {
      message: withoutMark(messageText(template, params, language)),
      sender: sent.initiatorEntName || sent.initiatorName,
      system: systemName,
      answers: answers !== '',
      link,
      quietLink,
      logo: logo ? `cid:${LOGO}` : '',
    },
    language,
  );
  await openMail(context).sendWritten({
    id,
    mail,
    template,
    ...words,
    fromName,
    ...(answers ? { replyTo: answers } : {}),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(quietLink
        ? { 'List-Unsubscribe': `<${quietLink}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
    pictures: logo ? [logo] : [],
    party: invited,
    askedAt: causedAt,
  });
}

/** Where the party is written to; null if their account was closed. */
async function addressFor(
  context: Context,
  { toAccountId, ownAddress, emailSealed, sealContext }: Payload,
): Promise<string | null> {
  if (toAccountId !== '') {
    const [row] = await context.db
      .select({ status: account.status, sealed: account.emailSealed })
      .from(account)
      .where(eq(account.id, toAccountId));
    if (row?.status !== 'ENABLE') return null;
    if (ownAddress && row.sealed) return context.keys.openField(row.sealed, `email:${toAccountId}`);
  }
  return context.keys.openField(emailSealed, sealContext);
}

/** The address that an account has bound; empty if none. */
async function addressOf({ db, keys }: Context, accountId: string): Promise<string> {
  const [row] = await db
    .select({ sealed: account.emailSealed })
    .from(account)
    .where(eq(account.id, accountId));
  return row?.sealed ? keys.openField(row.sealed, `email:${accountId}`) : '';
}

/** The platform's picture, which mail programs show from the mail itself and not from a data URL. */
function pictureIn(dataUrl: string): MailPicture | null {
  const [, type, content] = /^data:(image\/[a-z]+);base64,(.+)$/.exec(dataUrl) ?? [];
  return type && content ? { name: LOGO, type, content } : null;
}
