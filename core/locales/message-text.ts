import enUS from './en-US/message.ts';
import type { Language } from './languages.ts';
import zhCN from './zh-CN/message.ts';
import zhTW from './zh-TW/message.ts';

export type MessageTemplate = keyof typeof zhCN;
export const MESSAGE_TEMPLATES = Object.keys(zhCN) as MessageTemplate[];

const TEXTS: Record<Language, Record<MessageTemplate, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
};

/** Text of a short message or notice in one language. */
export function messageText(
  template: MessageTemplate,
  params: Record<string, string>,
  language: Language,
): string {
  return TEXTS[language][template].replace(/\{(\w+)\}/g, (whole, name) => params[name] ?? whole);
}
