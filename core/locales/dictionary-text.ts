import enUS from './en-US/dictionary.ts';
import type { Language } from './languages.ts';
import zhCN from './zh-CN/dictionary.ts';
import zhTW from './zh-TW/dictionary.ts';

export type Dictionary = typeof zhCN;

/** Words of dictionaries ([3.10a]) and of what the system gives for templates, by language. */
export const DICTIONARIES: Record<Language, Dictionary> = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS };
