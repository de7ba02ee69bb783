import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { account, copyParty, signer } from '#db/schema/index.ts';
import { type InvitedParty, invitationLink } from '#edge/invitation/invitations.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openSms } from '#edge/kernel/providers/sms.ts';
import type { smsEffect } from './effects.ts';
import { languageOf } from './language-of.ts';

/** Sends a short message in the recipient's language, with the link of a party of a task. */
export async function sendSms(
  context: Context,
  { template, params, fromAccountId, invited, ...to }: z.output<typeof smsEffect.payload>,
  id: string,
  causedAt: number,
): Promise<void> {
  if (invited && !(await isStill(context, invited))) return;
  const mobile = await numberOf(context, to);
  if (mobile === null) return;
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

/** Whether the party still is who the message was meant for: a message that waits for its gateway goes to nobody else's. */
async function isStill({ db }: Context, { partyId, mobileIndex }: InvitedParty): Promise<boolean> {
  const rows = await db
    .select({ id: signer.id })
    .from(signer)
    .where(and(eq(signer.id, partyId), eq(signer.mobileIndex, mobileIndex)))
    .unionAll(
      db
        .select({ id: copyParty.id })
        .from(copyParty)
        .where(and(eq(copyParty.id, partyId), eq(copyParty.mobileIndex, mobileIndex))),
    );
  return rows.length > 0;
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
