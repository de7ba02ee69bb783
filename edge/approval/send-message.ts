import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { account, approvalPart } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countSlidingBelow, uncountSliding } from '#edge/kernel/count-attempts.ts';
import { openMail } from '#edge/kernel/providers/mail.ts';
import { openSms } from '#edge/kernel/providers/sms.ts';
import { publicAddress } from '#edge/kernel/public-address.ts';
import { languageOf } from '#edge/notice/language-of.ts';
import type { approvalMessageEffect } from './effects.ts';

const WINDOW_MS = 600_000;

/**
 * Sends a message with a link to somebody who is to decide: to their mobile, and to their e-mail address if they have one.
 * The link identifies the approval and grants nothing: it asks who one is. Nothing is sent if it is no longer their turn,
 * or beyond the limit for one person, so that hundreds of approvals submitted at once do not become hundreds of messages;
 * all of them are in the list and among the notices.
 */
export async function sendApprovalMessage(
  context: Context,
  { approvalId, accountId, template, params }: z.output<typeof approvalMessageEffect.payload>,
  id: string,
): Promise<void> {
  const { db, keys } = context;
  const [found] = await db
    .select({ mobileSealed: account.mobileSealed, emailSealed: account.emailSealed })
    .from(account)
    .innerJoin(approvalPart, eq(approvalPart.accountId, account.id))
    .where(
      and(
        eq(account.id, accountId),
        eq(account.status, 'ENABLE'),
        eq(approvalPart.approvalId, approvalId),
        eq(approvalPart.part, 'TO_DECIDE'),
      ),
    );
  if (!found?.mobileSealed) return;
  const name = `approvalMessage:${accountId}`;
  if (!(await countSlidingBelow(context, { name, windowMs: WINDOW_MS }, LIMITS.approvalMessages))) return;
  const mobile = await keys.openField(found.mobileSealed, `mobile:${accountId}`);
  const language = await languageOf(context, mobile, accountId);
  const link = publicAddress(context, `/contract/openApproval?approvalId=${approvalId}`);
  const message = { template, params: { ...params, link } };
  try {
    await openSms(context).send({ id, mobile, language, ...message });
    if (!found.emailSealed) return;
    const mail = await keys.openField(found.emailSealed, `email:${accountId}`);
    await openMail({ ...context, language }).send({
      id: `${id}:mail`,
      mail,
      subject: 'MAIL_SUBJECT_APPROVAL',
      ...message,
    });
  } catch (error) {
    // The retry is the same message and must not count twice.
    await uncountSliding(context, { name, windowMs: WINDOW_MS });
    throw error;
  }
}
