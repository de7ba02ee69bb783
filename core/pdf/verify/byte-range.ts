/**
 * Checks the ByteRange of a signature against the bytes of the file (ISO 32000-2, 12.8.1): two ranges, the first
 * starting at offset 0, that exclude exactly the string of Contents and nothing else.
 */
import type { Bytes } from '#core/bytes.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { PdfDocument, PdfView } from '../read/document.ts';
import { isArray, isString, type PdfDict } from '../read/objects.ts';

export interface CoveredBytes {
  /** [from, length] pairs to hash; null if they cannot be hashed. */
  ranges: (readonly [from: number, length: number])[] | null;
  /** End of the last range, as stated. */
  end: number;
  /** Whether the ranges start at offset 0 and exclude exactly Contents. */
  regular: boolean;
  /** Like `regular`, but also true if the last range extends past the end of the file. */
  onePiece: boolean;
  /** The CMS structure in Contents; null if there is none. */
  contents: Bytes | null;
  problems: ProblemCode[];
}

/** Reads and checks ByteRange and Contents. Never throws, whatever the file contains. */
export function readByteRange(document: PdfDocument, view: PdfView, dict: PdfDict): CoveredBytes {
  const problems: ProblemCode[] = [];
  const result: CoveredBytes = {
    ranges: null,
    end: 0,
    regular: false,
    onePiece: false,
    contents: null,
    problems,
  };
  const { contents, span } = readContents(view, dict, problems);
  result.contents = contents;
  const numbers = readNumbers(view, dict, problems);
  if (!numbers) return result;

  const before = problems.length;
  checkNumbers(numbers, document.length, problems);
  const pairs: [number, number][] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) pairs.push([numbers[i]!, numbers[i + 1]!]);
  const hashable = pairs.every(([from, length]) => from >= 0 && length >= 0 && from <= document.length);
  if (hashable) {
    // A range past the end is hashed up to the end of the file, so that both problems can be reported.
    const ranges = pairs.map(([from, length]) => [from, Math.min(length, document.length - from)] as const);
    // Overlapping ranges can add up to many times the file: they sign nothing and would exhaust the memory.
    if (ranges.reduce((sum, [, length]) => sum + length, 0) <= document.length) result.ranges = ranges;
  }
  result.end = pairs.reduce((end, [from, length]) => Math.max(end, from + length), 0);
  const beyond = problems.slice(before).every((problem) => problem === 'byterange-beyond-end');
  if (!beyond || numbers.length !== 4) return result;
  const [, first, second] = numbers as [number, number, number, number];
  const gap = checkGap(document, first, second, span);
  if (gap) problems.push(gap);
  result.onePiece = gap === null;
  result.regular = gap === null && problems.length === before;
  return result;
}

function readContents(
  view: PdfView,
  dict: PdfDict,
  problems: ProblemCode[],
): { contents: Bytes | null; span: readonly [number, number] | null } {
  const none = { contents: null, span: null };
  const raw = dict.entries.get('Contents');
  if (raw === undefined) {
    problems.push('contents-missing');
    return none;
  }
  const value = view.resolve(raw);
  if (value === null) {
    problems.push('contents-null');
    return none;
  }
  if (!isString(value)) {
    problems.push('contents-malformed');
    return none;
  }
  if (!value.hex) problems.push('contents-not-hex');
  if (value.bytes.every((byte) => byte === 0)) {
    problems.push('contents-empty');
    return { contents: null, span: value.span ?? null };
  }
  return { contents: value.bytes, span: value.span ?? null };
}

function readNumbers(view: PdfView, dict: PdfDict, problems: ProblemCode[]): number[] | null {
  const raw = dict.entries.get('ByteRange');
  if (raw === undefined) {
    problems.push('byterange-missing');
    return null;
  }
  const value = view.resolve(raw);
  if (value === null) {
    problems.push('byterange-null');
    return null;
  }
  const numbers = isArray(value) ? value.items.map((item) => view.resolve(item)) : [];
  if (numbers.length < 2 || !numbers.every((n) => typeof n === 'number' && Number.isSafeInteger(n))) {
    problems.push('byterange-malformed');
    return null;
  }
  return numbers as number[];
}

function checkNumbers(numbers: number[], length: number, problems: ProblemCode[]): void {
  if (numbers.length % 2 !== 0) problems.push('byterange-malformed');
  if (numbers.some((n) => n < 0)) problems.push('byterange-negative');
  if (numbers.length > 4) problems.push('byterange-extra-ranges');
  if (numbers.length < 4) problems.push('byterange-partial');
  if (numbers[0] !== 0) problems.push('byterange-not-from-start');
  let end = 0;
  let last = -1;
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const [from, size] = [numbers[i]!, numbers[i + 1]!];
    if (from + size > length && !problems.includes('byterange-beyond-end'))
      problems.push('byterange-beyond-end');
    if (from < last) problems.push('byterange-swapped');
    else if (from < end) problems.push('byterange-overlap');
    last = from;
    end = from + size;
  }
}

const latin = (document: PdfDocument, from: number, to: number): string =>
  to > from ? new TextDecoder('latin1').decode(document.bytes(from, to)) : '';

const HEX = new Uint8Array(256);
for (const digit of '0123456789abcdefABCDEF') HEX[digit.charCodeAt(0)] = 1;

/**
 * Checks that the gap is exactly the hexadecimal string of Contents: the brackets first and last, only digits between.
 */
function checkGap(
  document: PdfDocument,
  from: number,
  to: number,
  span: readonly [number, number] | null,
): ProblemCode | null {
  if (!span || span[1] <= from || span[0] >= to) return 'contents-outside-gap';
  if (span[0] !== from || span[1] !== to) {
    const around = latin(document, from, span[0]) + latin(document, span[1], to);
    return /ByteRange|\bobj\b|endobj|startxref/.test(around)
      ? 'signature-wrapping'
      : 'byterange-gap-not-contents';
  }
  const gap = document.bytes(from, to);
  if (gap[0] !== 0x3c || gap[gap.length - 1] !== 0x3e) return 'byterange-gap-not-contents';
  for (let i = 1; i < gap.length - 1; i++) if (HEX[gap[i]!] === 0) return 'contents-whitespace';
  return null;
}
