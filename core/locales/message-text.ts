import type { BusinessType } from '#core/company/business-types.ts';
import { DICTIONARIES } from './dictionary-text.ts';
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

/**
 * What a message says of business of another system beside its name: its type, in the language of the reader, and its
 * amount. They follow the name (`task`) in every message, so that nobody is asked by a name alone.
 */
export const JUDGED_TYPE = 'judgedType';
export const JUDGED_FEN = 'judgedFen';

function named(params: Record<string, string>, language: Language): Record<string, string> {
  const { [JUDGED_TYPE]: type, [JUDGED_FEN]: fen, task } = params;
  if (!task || !(type || fen)) return params;
  const said = [
    task,
    type && DICTIONARIES[language].businessType[type as BusinessType],
    fen && yuanText(fen),
  ];
  return { ...params, task: said.filter(Boolean).join(' · ') };
}

/** An amount in yuan, `¥1,280.00`. Digits only, so that no amount is too large to be exact. */
const yuanText = (fen: string): string => {
  const digits = fen.padStart(3, '0');
  return `¥${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
};

/** A short message without the mark of its sender, for places that show whom it is from. */
export const withoutMark = (text: string): string => text.replace(/^(【Signet】|\[Signet\] )/, '');

/** Text of a short message or notice in one language. */
export function messageText(
  template: MessageTemplate,
  params: Record<string, string>,
  language: Language,
): string {
  return fillText(TEXTS[language][template], named(params, language));
}
