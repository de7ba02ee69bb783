import { eq, or, type SQL } from 'drizzle-orm';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#core/locales/languages.ts';
import { account } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/**
 * The language for messages to a mobile number: the one its account used last, or, without an account, the language of
 * the sender.
 */
export async function languageOf(context: Context, mobile: string, fromAccountId: string): Promise<Language> {
  const index = await context.keys.indexOf(mobile, 'mobile');
  return languageWhere(context, eq(account.mobileIndex, index), fromAccountId);
}

/** The same for mails to an address. */
export async function languageForMail(
  context: Context,
  mail: string,
  fromAccountId: string,
): Promise<Language> {
  const index = await context.keys.indexOf(mail.toLowerCase(), 'email');
  return languageWhere(context, eq(account.emailIndex, index), fromAccountId);
}

async function languageWhere({ db }: Context, isRecipient: SQL, fromAccountId: string): Promise<Language> {
  const rows = await db
    .select({ id: account.id, language: account.language })
    .from(account)
    .where(or(isRecipient, eq(account.id, fromAccountId)));
  const known = [...rows.filter(({ id }) => id !== fromAccountId), ...rows];
  return (
    LANGUAGES.find((one) => one === known.find(({ language }) => language)?.language) ?? DEFAULT_LANGUAGE
  );
}
