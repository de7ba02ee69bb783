import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#core/locales/languages.ts';

export { DEFAULT_LANGUAGE, LANGUAGES, type Language };

/** The name of each language in that language, for the switch. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
};

export const isLanguage = (text: unknown): text is Language => LANGUAGES.includes(text as Language);

export const LANGUAGE_KEY = 'sass_lang';

/** The language named in a Cookie header, or the default. Pure, so that it runs on the server too. */
export function languageFromCookie(header: string | null | undefined): Language {
  const value = cookieValue(header, LANGUAGE_KEY);
  return isLanguage(value) ? value : DEFAULT_LANGUAGE;
}

/** The value of a cookie in a Cookie header. An invalid encoding counts as missing: anybody may have set it. */
export function cookieValue(header: string | null | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return decoded(part.slice(at + 1).trim());
  }
  return undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
