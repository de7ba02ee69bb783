import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { account } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openSms } from '#edge/kernel/providers/sms.ts';
import type { smsEffect } from './effects.ts';
import { languageOf } from './language-of.ts';

/** Sends a short message in the recipient's language. */
export async function sendSms(
  context: Context,
  { template, params, fromAccountId, ...to }: z.output<typeof smsEffect.payload>,
  id: string,
): Promise<void> {
  const mobile = await numberOf(context, to);
  if (mobile === null) return;
  const language = await languageOf(context, mobile, fromAccountId);
  return openSms(context).send({ id, mobile, template, params, language });
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
