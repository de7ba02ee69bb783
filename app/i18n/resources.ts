import type { Language } from './languages.ts';
import type { Loaders, Texts } from './loaders.ts';

/**
 * The loaders of each language. A page needs one language, and the names of the chunks of all of them are heavier than
 * the code of some pages.
 */
const LOADERS: Record<Language, () => Promise<{ default: Loaders }>> = {
  'zh-CN': () => import('./texts/zh-CN.ts'),
  'zh-TW': () => import('./texts/zh-TW.ts'),
  'en-US': () => import('./texts/en-US.ts'),
};

/** The texts of a namespace in a language; each is a chunk of its own, loaded on first use. */
export async function loadTexts(lang: Language, ns: string): Promise<Texts> {
  const { default: loaders } = await LOADERS[lang]();
  const load = loaders[`../../locales/${lang}/${ns}.ts`] ?? loaders[`../../../core/locales/${lang}/${ns}.ts`];
  if (!load) throw new Error(`no texts ${ns} in ${lang}`);
  return (await load()).default;
}
