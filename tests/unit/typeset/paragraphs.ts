import { readFileSync } from 'node:fs';
import type { Bytes } from '#core/bytes.ts';
import type { TextInline } from '#core/typeset/document.ts';
import { type Faces, makeFaces } from '#core/typeset/faces.ts';

const FOLDER = 'node_modules/@expo-google-fonts/noto-sans-sc';
export const FONT_FOLDER = `${FOLDER}/400Regular`;
const font = (path: string) => ({
  name: path,
  data: new Uint8Array(readFileSync(`${FOLDER}/${path}.ttf`)) as Bytes,
});

let made: Faces | undefined;

/** Noto Sans SC, regular and bold. */
export function testFaces(): Faces {
  made ??= readFaces();
  return made;
}

function readFaces(): Faces {
  const bold = font('700Bold/NotoSansSC_700Bold');
  return makeFaces({ text: [font('400Regular/NotoSansSC_400Regular')], bold: [bold], heading: [bold] });
}

export const text = (value: string, more: Partial<TextInline> = {}): TextInline => ({
  kind: 'text',
  text: value,
  ...more,
});

const HAN =
  '甲乙双方经友好协商就年度办公用品采购事宜依照民法典等有关法律规定在平等自愿的基础上订立本合同以资共同遵守货物验收合格后三十日内以银行转账方式付款逾期的按日万分之五支付违约金供应商应保证所供产品符合国家标准并承担运输保险费用';
const LATIN = [
  'Purchase',
  'List',
  'v2.3',
  'A4',
  '2026',
  '12.5%',
  'GB/T',
  '9704-2012',
  'PDF',
  'e-mail',
  '1,286.00',
  '30',
];
const STOPS = ['，', '，', '，', '、', '、', '；', '：', '。', '。', '？'];
const PAIRS = [
  ['（', '）'],
  ['《', '》'],
  ['“', '”'],
  ['【', '】'],
] as const;

/** A paragraph as contracts have them: clauses, brackets, titles, quotations, numbers and Latin words. */
export function randomParagraph(random: () => number): string {
  const pick = <T>(from: ArrayLike<T>): T => from[Math.floor(random() * from.length)]!;
  const phrase = (): string => {
    let out = '';
    for (let n = 2 + Math.floor(random() * 12); n > 0; n--) out += pick(HAN);
    return random() < 0.25 ? `${out}${pick(LATIN)}${pick(HAN)}` : out;
  };
  let out = '';
  for (let n = 4 + Math.floor(random() * 16); n > 0; n--) {
    const [open, close] = pick(PAIRS);
    out += random() < 0.3 ? `${phrase()}${open}${phrase()}${close}` : phrase();
    out += n === 1 ? '。' : pick(STOPS);
  }
  return out;
}
