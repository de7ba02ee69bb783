import type { Language } from './languages.ts';

type Texts = { [key: string]: string | Texts };
type Load = () => Promise<{ default: Texts }>;

const OURS = import.meta.glob<{ default: Texts }>('../locales/*/*.ts');
const SHARED = import.meta.glob<{ default: Texts }>('../../core/locales/*/{error,rule}.ts');

/** The loader of a namespace in a language; each is a chunk of its own, loaded on first use. */
export function findTexts(lang: string, ns: string): Load | undefined {
  return OURS[`../locales/${lang}/${ns}.ts`] ?? SHARED[`../../core/locales/${lang}/${ns}.ts`];
}

export async function loadTexts(lang: Language, ns: string): Promise<Texts> {
  const load = findTexts(lang, ns);
  if (!load) throw new Error(`no texts ${ns} in ${lang}`);
  return (await load()).default;
}
