import type { z } from 'zod';
import type { Context } from '#edge/kernel/context.ts';
import { openSms } from '#edge/kernel/providers/sms.ts';
import type { smsEffect } from './effects.ts';
import { languageOf } from './language-of.ts';

/** Sends a short message in the recipient's language. */
export async function sendSms(
  context: Context,
  { accountMobileSealed, sealContext, template, params, fromAccountId }: z.output<typeof smsEffect.payload>,
  id: string,
): Promise<void> {
  const mobile = await context.keys.openField(accountMobileSealed, sealContext);
  const language = await languageOf(context, mobile, fromAccountId);
  return openSms(context).send({ id, mobile, template, params, language });
}
