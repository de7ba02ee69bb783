import { DEFAULT_LANGUAGE, LANGUAGES, type Language, pickLanguage } from '#core/locales/languages.ts';

export { DEFAULT_LANGUAGE, LANGUAGES, type Language };

/** The name of each language in that language, for the switch. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
};

export const isLanguage = (text: unknown): text is Language => LANGUAGES.includes(text as Language);

export const LANGUAGE_KEY = 'sass_lang';

/** The language that a Cookie header names, if it names one of ours. Pure, so that it runs on the server too. */
export function languageFromCookie(header: string | null | undefined): Language | undefined {
  const value = cookieValue(header, LANGUAGE_KEY);
  return isLanguage(value) ? value : undefined;
}

/**
 * The language in which the server draws a page: the one that was chosen, before any choice the first of ours that the
 * browser asks for, otherwise the default ([0.1d]).
 */
export const languageOfRequest = ({ headers }: Request): Language =>
  languageFromCookie(headers.get('Cookie')) ?? pickLanguage(headers.get('Accept-Language'));

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
