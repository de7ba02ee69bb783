import { type BackendModule, createInstance, type FormatterModule, type i18n } from 'i18next';
import { formFor } from '#core/locales/fill-text.ts';
import type { Language } from './languages.ts';
import { loadTexts } from './resources.ts';

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(lang, ns, callback) {
    loadTexts(lang as Language, ns).then(
      (texts) => callback(null, texts),
      (error: Error) => callback(error, false),
    );
  },
};

/** `{count|file|files}`, the way of `core/locales/fill-text.ts`. */
const forms: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value, format) => (format === undefined || value === undefined ? value : formFor(value, format)),
};

/** Namespaces that every page needs. */
export const BASE_NAMESPACES = ['ui', 'shell'] as const;

/**
 * Creates an i18next instance (one per request on the server, one per page load in the browser), with `namespaces`
 * loaded before it is returned. A parameter in a text is written `{name}`, a counted word
 * `{name|one|several}`.
 */
export async function createI18n(lang: Language, namespaces: readonly string[]): Promise<i18n> {
  const instance = createInstance();
  await instance
    .use(backend)
    .use(forms)
    .init({
      lng: lang,
      fallbackLng: false,
      load: 'currentOnly',
      ns: [...new Set([...BASE_NAMESPACES, ...namespaces])],
      defaultNS: 'ui',
      interpolation: { escapeValue: false, prefix: '{', suffix: '}', formatSeparator: '|' },
    });
  return instance;
}

/** Namespaces requested by the `handle` of matched route modules: `export const handle = { ns: ['task'] }`. */
export function namespacesOf(modules: Iterable<{ handle?: unknown } | undefined>): string[] {
  const all: string[] = [];
  for (const module of modules) {
    const handle = module?.handle as { ns?: string[] } | undefined;
    if (handle?.ns) all.push(...handle.ns);
  }
  return all;
}
