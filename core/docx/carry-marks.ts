import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { type Docx, openDocx } from './open-docx.ts';
import { type ControlPlace, placeControl } from './place-control.ts';
import { type OwnMark, readMarks } from './read-marks.ts';
import { type DocxParagraph, readText } from './read-text.ts';

/** A control that could not be placed in the new file, with its content. */
export interface LostMark {
  key: string;
  text: string;
  /** The text of its paragraph. */
  around: string;
}

/**
 * Transfers the controls of one file to its replacement: existing ones stay (the file was edited in Word), others go to
 * the same words of the same paragraph, or of the only paragraph that contains them. Reports those that could not be
 * placed.
 *
 * ```ts
 * const { bytes, lost } = carryMarks(openDocx(before), openDocx(edited), (key) => titles.get(key) ?? '');
 * ```
 */
export function carryMarks(
  from: Docx,
  to: Docx,
  titleOf: (key: string) => string,
): { bytes: Bytes; lost: LostMark[] } {
  const there = new Set(ownMarks(to).map(({ key }) => key));
  const before = readText(from);
  const lost: LostMark[] = [];
  let docx = to;
  // Inner ones first: a control can be placed around others, but not inside one.
  const marks = ownMarks(from)
    .filter(({ key }) => !there.has(key))
    .sort((a, b) => Number(a.level !== 'RUN') - Number(b.level !== 'RUN'));
  for (const mark of marks) {
    const around = before[mark.paragraph]?.text ?? '';
    const place = findPlace(mark, before, readText(docx));
    const bytes = place && tryPlace(docx, place, mark.key, titleOf(mark.key));
    if (bytes) docx = openDocx(bytes);
    else lost.push({ key: mark.key, text: mark.text, around });
  }
  return { bytes: docx.bytes, lost };
}

const ownMarks = (docx: Docx): OwnMark[] =>
  readMarks(docx).filter((mark): mark is OwnMark => mark.kind === 'OWN');

function tryPlace(docx: Docx, place: ControlPlace, key: string, title: string): Bytes | undefined {
  try {
    return placeControl(docx, place, { key, title });
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}

function findPlace(
  mark: OwnMark,
  before: readonly DocxParagraph[],
  after: readonly DocxParagraph[],
): ControlPlace | undefined {
  const old = before[mark.paragraph];
  if (!old) return undefined;
  if (mark.level !== 'RUN') {
    const first = onlyOne(after, (text) => text === old.text);
    if (!first) return undefined;
    if (mark.level === 'ROW') return { rowOf: first.index };
    const count = mark.text.split('\n').length;
    return { paragraphs: [first.index, first.index + count - 1] };
  }
  // The text of a placeholder does not occur in the other file.
  const text = old.text.slice(mark.from, mark.to);
  const isPoint = text.startsWith('[') && text.endsWith(']');
  const [head, tail] = [old.text.slice(0, mark.from), old.text.slice(mark.to)];
  const whole = isPoint ? head + tail : old.text;
  const same = onlyOne(after, (text) => text === whole);
  if (same) return { paragraph: same.index, from: mark.from, to: isPoint ? mark.from : mark.to };
  const near = [head.slice(-8), isPoint ? '' : text, tail.slice(0, 8)];
  for (const context of [near, [near[0]!, near[1]!, ''], ['', near[1]!, near[2]!], ['', near[1]!, '']]) {
    const wanted = context.join('');
    if (wanted.trim().length < 2) continue;
    const found = onlyOne(after, (text) => text.split(wanted).length === 2);
    if (!found) continue;
    const from = found.text.indexOf(wanted) + context[0]!.length;
    return { paragraph: found.index, from, to: from + context[1]!.length };
  }
  return undefined;
}

function onlyOne(
  paragraphs: readonly DocxParagraph[],
  fits: (text: string) => boolean,
): DocxParagraph | undefined {
  const found = paragraphs.filter(({ text }) => fits(text));
  return found.length === 1 ? found[0] : undefined;
}
