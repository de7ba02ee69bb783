import enUS from './en-US/menu.ts';
import type { Language } from './languages.ts';
import zhCN from './zh-CN/menu.ts';
import zhTW from './zh-TW/menu.ts';

const TITLES: Record<Language, Readonly<Record<string, string>>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
};

/** The title of a menu entry by its name; the name itself where there is none. */
export const menuTitle = (name: string, language: Language): string => TITLES[language][name] ?? name;
