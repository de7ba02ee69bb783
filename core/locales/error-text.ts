import type { AppError } from '../errors.ts';
import enUS from './en-US/error.ts';
import { fillText } from './fill-text.ts';
import type { Language } from './languages.ts';
import zhCN from './zh-CN/error.ts';
import zhTW from './zh-TW/error.ts';

const TEXTS = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS } as const;

/** What an error says to a person in their language. */
export function errorText(error: Pick<AppError, 'name' | 'params'>, language: Language): string {
  return fillText(TEXTS[language][error.name], error.params);
}
