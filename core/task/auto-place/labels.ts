import type { Box } from '#core/drawing.ts';
import type { Run } from './runs.ts';

/** What a label in a document asks for: a seal, a handwritten name, either, or the date. */
export type LabelFor = 'SEAL' | 'SIGNATURE' | 'EITHER' | 'DATE';

/** A line such as "甲方（盖章）：" or "Signature: ____": somebody is to sign beside or below it. */
export interface Label {
  readonly page: number;
  readonly text: string;
  readonly box: Box;
  readonly size: number;
  readonly wants: LabelFor;
  /** Index of the party that it names: 甲方 and Party A are 0. */
  readonly party?: number | undefined;
}

/**
 * A line that names a party without asking for anything: "甲方：青禾科技有限公司". What follows below it belongs to that party.
 */
export interface Heading {
  readonly page: number;
  readonly box: Box;
  readonly party?: number | undefined;
  readonly text: string;
}

const LETTERS = '甲乙丙丁戊己庚辛';
const ROLES: readonly (readonly [RegExp, number])[] = [
  [/^(出租|出卖|销售|供货|供应|委托|发包|采购|出借|转让|用人|雇主|聘用|许可|授权)(方|人|单位)?$/, 0],
  [/^(承租|买受|购买|需求|受托|承包|借款|受让|劳动者?|雇员|受聘|被许可|被授权)(方|人|单位)?$/, 1],
];

/** Marks of a place to sign, in each language, with what they ask for. The longest match wins. */
const MARKS: readonly (readonly [RegExp, LabelFor])[] = [
  [
    /(签字|签名|签署)\s*(?:[/／、或和及]\s*)?(盖公?章|公章|签章)|(盖公?章|公章)\s*(?:[/／、或和及]\s*)?(签字|签名)/,
    'EITHER',
  ],
  [/签章/, 'EITHER'],
  [/(盖公?章|公章|合同专用章|印章|蓋章|公司章|印鑑|簽章)/, 'SEAL'],
  [/(签字|签名|签署人?|簽字|簽名|簽署)/, 'SIGNATURE'],
  [/((?:签署|簽署|签订|簽訂)?日期|签署日|签订时间|年\s*月\s*日)/, 'DATE'],
  [/\b(company\s+)?(seal|chop|stamp)\b/i, 'SEAL'],
  [/\b(authori[sz]ed\s+)?(signat(?:ure|ory)|signed\s*by|signed|sign\s*here)\b/i, 'SIGNATURE'],
  [/^\s*by\b/i, 'SIGNATURE'],
  [/^\s*(date|dated)\b/i, 'DATE'],
];

const CLOSING = /^[\s)）\]】〕]*(?:[:：_＿—\-.…·/][\s_＿—\-.…·/]*)?$/;
/** Longer text counts as a sentence, not as a label. */
const LONGEST = 48;
const SENTENCE = /[。；;！？!?]|[，,].{6,}/;

/**
 * Splits a run into parts that name one party each: "甲方（盖章）：      乙方（盖章）：" is two, however close they are. The position
 * of a part is estimated from its share of the characters.
 */
export function partsOfRun(run: Run): Run[] {
  const cuts = [...run.text.matchAll(/(?<=[:：_＿)）\s])(?=([甲乙丙丁戊]方)|(party\s+[a-e]\b))/gi)].map(
    ({ index }) => index,
  );
  if (cuts.length === 0) return [run];
  const total = widthOf(run.text);
  return [0, ...cuts].map((from, i, all) => {
    const text = run.text.slice(from, all[i + 1]);
    const x = run.box.x + (run.box.width * widthOf(run.text.slice(0, from))) / total;
    const width = (run.box.width * widthOf(text.trimEnd())) / total;
    return { ...run, text, box: { ...run.box, x, width } };
  });
}

/** Approximate width of a text: a Chinese character counts twice. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, c) => sum + ((c.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1), 0) || 1;

/** Index of the party that a text names first. */
export function partyIn(text: string): number | undefined {
  const letter = /([甲乙丙丁戊己庚辛])\s*方/.exec(text);
  if (letter) return LETTERS.indexOf(letter[1]!);
  const english = /\bparty\s+([a-h])\b/i.exec(text);
  if (english) return english[1]!.toLowerCase().charCodeAt(0) - 97;
  const word = /^\s*([\u4e00-\u9fff]{2,5}?(?:方|人|单位))/.exec(text)?.[1];
  return word === undefined ? undefined : ROLES.find(([role]) => role.test(word))?.[1];
}

/** Classifies a run: a label, the heading of a party, or (undefined) other text. */
export function labelOf(run: Run, page: number): Label | Heading | undefined {
  const text = run.text.trim();
  if (widthOf(text) > LONGEST * 2 || SENTENCE.test(text)) return undefined;
  const party = partyIn(text);
  for (const [mark, wants] of MARKS) {
    const found = mark.exec(text);
    if (!found) continue;
    const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
    if (isOpening(before) && (CLOSING.test(after) || isNameAfter(after)))
      return { page, text, box: run.box, size: run.size, wants, party };
  }
  return party !== undefined && isHeading(text) ? { page, box: run.box, party, text } : undefined;
}

/** What precedes a mark is a party, an office or a bracket, not half a sentence. */
const isOpening = (before: string): boolean =>
  widthOf(before) <= 44 &&
  !/(应|须|需|经|由|在|将|并|后|双方|各方|自|shall|will|must|upon|after)/i.test(before);

/** "Signed by: John Smith", "签名：张三": a colon, then a name that is already typed. */
const isNameAfter = (after: string): boolean => /^[\s)）\]】]*[:：]\s*\S.{0,30}$/.test(after);

const isHeading = (text: string): boolean =>
  /^[^:：]{0,24}[:：]/.test(text) || /^[甲乙丙丁戊]方\s*$/.test(text);

export const isLabel = (one: Label | Heading): one is Label => 'wants' in one;
