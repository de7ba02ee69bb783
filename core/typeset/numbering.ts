import type { Block, ClauseNumber, TypesetDocument } from './document.ts';

/** 1. · 1.1 · 1.1.1 · （1） */
export const DECIMAL_NUMBERING: readonly ClauseNumber[] = [
  { digits: 'arabic', before: '', after: '.' },
  { digits: 'arabic', before: '', after: '', whole: true },
  { digits: 'arabic', before: '', after: '', whole: true },
  { digits: 'arabic', before: '（', after: '）' },
];

/** 第一条 · （一） · 1. · ① */
export const CHINESE_NUMBERING: readonly ClauseNumber[] = [
  { digits: 'chinese', before: '第', after: '条' },
  { digits: 'chinese', before: '（', after: '）' },
  { digits: 'arabic', before: '', after: '.' },
  { digits: 'circled', before: '', after: '' },
];

/** The numbers of a document's clauses, in their order. */
export interface ClauseNumbers {
  /** Label of the clause at the same index among the document's clauses. */
  readonly labels: readonly string[];
  /** Text of a reference to the clause; '?' if there is no such clause. */
  referenceTo(clause: string): string;
}

/**
 * A skipped level counts as 1, so that numbers have no gaps.
 *
 * ```ts
 * numberClauses({ blocks, numbering: DECIMAL_NUMBERING }).labels; // ['1', '1.1', '1.2', '2']
 * ```
 */
export function numberClauses(document: Pick<TypesetDocument, 'blocks' | 'numbering'>): ClauseNumbers {
  const styles = document.numbering ?? DECIMAL_NUMBERING;
  const counts: number[] = [];
  const labels: string[] = [];
  const references = new Map<string, string>();
  for (const block of clausesOf(document.blocks)) {
    const level = Math.min(Math.max(0, block.level), styles.length - 1);
    counts.length = Math.min(counts.length, level + 1);
    while (counts.length < level) counts.push(1);
    counts[level] = (counts[level] ?? 0) + 1;
    const style = styles[level]!;
    const number = style.whole ? counts.map(String).join('.') : digits(counts[level]!, style);
    labels.push(`${style.before}${number}${style.after}`);
    if (block.id !== undefined) references.set(block.id, formatNumber(style, number));
  }
  return { labels, referenceTo: (clause) => references.get(clause) ?? '?' };
}

/** In running text the trailing full stop of a number is dropped: 见第 3 条, not 见第 3. 条. */
const formatNumber = (style: ClauseNumber, number: string): string =>
  `${style.before}${number}${style.after === '.' ? '' : style.after}`;

function* clausesOf(blocks: readonly Block[]): Generator<Extract<Block, { kind: 'clause' }>> {
  for (const block of blocks) {
    if (block.kind === 'clause') yield block;
    else if (block.kind === 'group') yield* clausesOf(block.blocks);
  }
}

function digits(value: number, { digits: kind }: ClauseNumber): string {
  if (kind === 'circled' && value <= 20) return String.fromCodePoint(0x2460 + value - 1);
  return kind === 'chinese' ? chineseNumber(value) : String(value);
}

const DIGITS = '零一二三四五六七八九';

/** 1 to 9,999 in Chinese numerals: 十一, 二十, 一百零五. Larger numbers stay in Arabic digits. */
export function chineseNumber(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > 9999) return String(value);
  const units = ['', '十', '百', '千'];
  let out = '';
  let zero = false;
  const text = String(value);
  for (let i = 0; i < text.length; i++) {
    const digit = Number(text[i]);
    const unit = units[text.length - 1 - i]!;
    if (digit === 0) {
      zero = out !== '';
      continue;
    }
    out += `${zero ? '零' : ''}${DIGITS[digit]}${unit}`;
    zero = false;
  }
  return out.startsWith('一十') ? out.slice(1) : out;
}
