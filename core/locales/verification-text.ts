import type { ProblemCode } from '../verification/problems.ts';
import enProblems from './en-US/problem.ts';
import enUS from './en-US/verification.ts';
import { fillText } from './fill-text.ts';
import type { Language } from './languages.ts';
import zhCnProblems from './zh-CN/problem.ts';
import zhCN from './zh-CN/verification.ts';
import zhTwProblems from './zh-TW/problem.ts';
import zhTW from './zh-TW/verification.ts';

export type VerificationWord = keyof typeof zhCN;

const TEXTS: Record<Language, Record<VerificationWord, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
};
const PROBLEMS: Record<Language, Record<ProblemCode, string>> = {
  'zh-CN': zhCnProblems,
  'zh-TW': zhTwProblems,
  'en-US': enProblems,
};

/** A word or sentence of a verification report. */
export function verificationText(
  word: VerificationWord,
  language: Language,
  params: Record<string, string | number> = {},
): string {
  return fillText(TEXTS[language][word], params);
}

/** A part of a file that a change names, in words; what has none, such as an object's number, as it is. */
export function detailText(detail: string, language: Language): string {
  const texts: Record<string, string> = TEXTS[language];
  const one = (name: string): string =>
    Object.hasOwn(texts, `detail.${name}`) ? texts[`detail.${name}`]! : name;
  return detail
    .split(', ')
    .map(one)
    .join(language === 'en-US' ? ', ' : '、');
}

/** What a problem's code means, as one sentence. */
export const problemText = (code: ProblemCode, language: Language): string => PROBLEMS[language][code];
