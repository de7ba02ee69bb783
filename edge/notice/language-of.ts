import { eq, or } from 'drizzle-orm';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#core/locales/languages.ts';
import { account } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/**
 * The language for messages to a mobile number: the one its account used last, or, without an account, the language of
 * the sender.
 */
export async function languageOf(context: Context, mobile: string, fromAccountId: string): Promise<Language> {
  const mobileIndex = await context.keys.indexOf(mobile, 'mobile');
  const rows = await context.db
    .select({ id: account.id, mobileIndex: account.mobileIndex, language: account.language })
    .from(account)
    .where(or(eq(account.mobileIndex, mobileIndex), eq(account.id, fromAccountId)));
  const known = [...rows.filter((one) => one.mobileIndex === mobileIndex), ...rows];
  return (
    LANGUAGES.find((one) => one === known.find(({ language }) => language)?.language) ?? DEFAULT_LANGUAGE
  );
}
