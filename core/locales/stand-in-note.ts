import { LANGUAGES, type Language } from './languages.ts';

const NOTES: Record<Language, string> = {
  'zh-CN': '说明：本文件的字体中没有的字符以其 Unicode 编号表示，如 [U+1F600]。',
  'zh-TW': '說明：本檔案的字型中沒有的字元以其 Unicode 編號表示，如 [U+1F600]。',
  'en-US':
    'Characters that the fonts of this file lack are shown by their numbers in Unicode, such as [U+1F600].',
};

/** Says in a document that characters were replaced by their numbers. */
export const standInNote = (language: string): string =>
  NOTES[LANGUAGES.find((one) => one === language) ?? 'zh-CN'];
