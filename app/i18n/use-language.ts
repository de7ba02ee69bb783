import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_KEY,
  type Language,
  languageFromCookie,
} from './languages.ts';

const YEAR_S = 365 * 24 * 3600;

/** The stored language: from browser storage, otherwise the language of the page ([0.1e]). */
export function storedLanguage(): Language {
  if (typeof window === 'undefined') return DEFAULT_LANGUAGE;
  const stored = window.localStorage.getItem(LANGUAGE_KEY);
  if (isLanguage(stored)) return stored;
  return isLanguage(document.documentElement.lang) ? document.documentElement.lang : DEFAULT_LANGUAGE;
}

/** Stores the language in browser storage, and in a cookie so that the server renders the same language. */
export function storeLanguage(lang: Language): void {
  window.localStorage.setItem(LANGUAGE_KEY, lang);
  tellServer(lang);
  document.documentElement.lang = lang;
}

function tellServer(lang: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
  document.cookie = `${LANGUAGE_KEY}=${lang}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}

/**
 * Reloads the page in the stored language if the server did not know it: browsers drop cookies sooner than their
 * storage. Returns whether it reloads; it does not if the cookie is already set or cannot be set.
 */
export function drawAgainInStoredLanguage(): boolean {
  const wanted = storedLanguage();
  const known = () => languageFromCookie(document.cookie) === wanted;
  if (wanted === document.documentElement.lang || known()) return false;
  tellServer(wanted);
  if (!known()) return false;
  window.location.reload();
  return true;
}

/** The current language and a setter. */
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
