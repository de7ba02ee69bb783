import enUS from './en-US/message.ts';
import { fillText } from './fill-text.ts';
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
  return fillText(TEXTS[language][template], params);
}
