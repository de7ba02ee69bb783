import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_KEY, type Language } from './languages.ts';

const YEAR_S = 365 * 24 * 3600;

/** The stored choice: browser storage first, the page's own language otherwise ([0.1e]). */
export function storedLanguage(): Language {
  if (typeof window === 'undefined') return DEFAULT_LANGUAGE;
  const stored = window.localStorage.getItem(LANGUAGE_KEY);
  if (isLanguage(stored)) return stored;
  return isLanguage(document.documentElement.lang) ? document.documentElement.lang : DEFAULT_LANGUAGE;
}

/** Keeps the choice in browser storage, and in a cookie so that the server renders the same language. */
export function storeLanguage(lang: Language): void {
  window.localStorage.setItem(LANGUAGE_KEY, lang);
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser that signers use
  document.cookie = `${LANGUAGE_KEY}=${lang}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
  document.documentElement.lang = lang;
}

/** The language on screen and the way to change it. */
export function useLanguage(): [Language, (lang: Language) => Promise<void>] {
  const { i18n } = useTranslation();
  const change = useCallback(
    async (lang: Language) => {
      storeLanguage(lang);
      await i18n.changeLanguage(lang);
    },
    [i18n],
  );
  return [i18n.language as Language, change];
}
