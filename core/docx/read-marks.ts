import { AppError } from '#core/errors.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { type ControlLevel, controlsOf, keyOf } from './control.ts';
import { MARKS, TEXT_CHARACTERS } from './limits.ts';
import type { Docx } from './open-docx.ts';
import { childW, type DocxPart, elementsBelow, firstIndex, isW } from './part.ts';
import { type DocxParagraph, type ParagraphPlace, readText } from './read-text.ts';

/** One of our controls in the file. */
export interface OwnMark {
  kind: 'OWN';
  key: string;
  level: ControlLevel;
  /** The first paragraph in it, or the paragraph that contains it. */
  paragraph: number;
  from: number;
  to: number;
  place: ParagraphPlace;
  /** Its current content. */
  text: string;
  /** Start and end of the control in the XML of its part; nested controls have nested ranges. */
  start: number;
  end: number;
}

/** A place to fill in marked by another program, or typed by a person. */
export interface ForeignMark {
  kind: 'CONTROL' | 'MERGEFIELD' | 'TEXT';
  name: string;
  /** From `{{name;role=…;type=…}}`. */
  role?: string;
  /** Type of value, as written there, or by the type of control: date, choice, tick, picture. */
  type?: string;
  choices?: string[];
  paragraph: number;
  from: number;
  to: number;
  place: ParagraphPlace;
}

export type DocxMark = OwnMark | ForeignMark;

/**
 * The marks of the file, in the order of its text. Throws DOCUMENT_TOO_COMPLEX for more than `MARKS`.
 *
 * ```ts
 * const marks = readMarks(openDocx(bytes));
 * ```
 */
export function readMarks(docx: Docx): DocxMark[] {
  const paragraphs = readText(docx);
  const marks: DocxMark[] = [];
  const add = (mark: DocxMark) => {
    marks.push(mark);
    if (marks.length > MARKS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'marks' });
  };
  for (const part of docx.parts) ownMarks(part, paragraphs, add);
  for (const paragraph of paragraphs) foreignMarks(paragraph, add);
  return marks.sort((a, b) => a.paragraph - b.paragraph || a.from - b.from);
}

function ownMarks(part: DocxPart, paragraphs: readonly DocxParagraph[], add: (mark: OwnMark) => void): void {
  const own = paragraphs.filter((paragraph) => paragraph.part === part);
  const aroundOf = makeAroundOf(own);
  let characters = 0;
  for (const { key, element, level } of controlsOf(part)) {
    const { start, end } = element;
    const common = { kind: 'OWN', key, level, start, end } as const;
    const around = aroundOf(element);
    if (level === 'RUN') {
      if (!around) continue;
      const { index, place } = around;
      const { from, to } = rangeOf(around, element);
      add({ ...common, paragraph: index, from, to, place, text: around.text.slice(from, to) });
      continue;
    }
    const [first, behind] = [start, end].map((at) =>
      firstIndex(own, (paragraph) => paragraph.element.start >= at),
    );
    const inside = own.slice(first, behind);
    if (!inside[0]) continue;
    const text = inside.map((paragraph) => paragraph.text).join('\n');
    // Controls around one another repeat the text.
    characters += text.length;
    if (characters > TEXT_CHARACTERS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'marks' });
    const { index, place } = inside[0];
    add({ ...common, paragraph: index, from: 0, to: inside[0].text.length, place, text });
  }
}

/** Finds the innermost paragraph around each of the elements, which must be asked for in the order of the text. */
function makeAroundOf(own: readonly DocxParagraph[]): (element: XmlElement) => DocxParagraph | undefined {
  const open: DocxParagraph[] = [];
  let next = 0;
  const closeBefore = (at: number) => {
    while (open.length > 0 && open.at(-1)!.element.end <= at) open.pop();
  };
  return ({ start }) => {
    for (; next < own.length && own[next]!.element.start < start; next++) {
      closeBefore(own[next]!.element.start);
      open.push(own[next]!);
    }
    closeBefore(start);
    return open.at(-1);
  };
}

/** The range of a paragraph's characters that an element covers; empty if it covers none. */
function rangeOf({ pieces }: DocxParagraph, element: XmlElement): { from: number; to: number } {
  const first = firstIndex(pieces, ({ run }) => run.start >= element.start);
  const behind = firstIndex(pieces, ({ run }) => run.end > element.end);
  const before = pieces[firstIndex(pieces, ({ run }) => run.end > element.start) - 1]?.to ?? 0;
  if (behind <= first) return { from: before, to: before };
  return { from: pieces[first]!.from, to: pieces[behind - 1]!.to };
}

function foreignMarks(paragraph: DocxParagraph, add: (mark: ForeignMark) => void): void {
  const { part, element, index, place } = paragraph;
  const found: ForeignMark[] = [];
  const isOwn = makeWithinOwn(paragraph);
  const take = (mark: ForeignMark) => {
    found.push(mark);
    add(mark);
  };
  for (const inner of elementsBelow(element)) {
    // A drawing's content is read with its own paragraphs.
    if (isW(part, inner, 'sdt') && keyOf(part, inner) === undefined) {
      const control = describeControl(part, inner);
      if (control && !isOwn(inner))
        take({ kind: 'CONTROL', ...control, paragraph: index, place, ...rangeOf(paragraph, inner) });
    }
    if (isW(part, inner, 'fldSimple')) {
      const name = mergeName(inner.attributes.instr ?? '');
      if (name && !isOwn(inner))
        take({ kind: 'MERGEFIELD', name, paragraph: index, place, ...rangeOf(paragraph, inner) });
    }
  }
  for (const mark of mergeFields(paragraph, isOwn)) take(mark);
  for (const mark of typedMarks(paragraph)) if (!found.some((other) => overlaps(other, mark))) take(mark);
}

const overlaps = (a: ForeignMark, b: ForeignMark) => a.from < b.to && b.from < a.to;

type IsOwn = (inner: Pick<XmlElement, 'start' | 'end'>) => boolean;

/** Whether something is in one of our controls: that one's content has been converted already. */
function makeWithinOwn({ part, element }: DocxParagraph): IsOwn {
  let own: XmlElement[] | undefined;
  const outermost = () => {
    const found: XmlElement[] = [];
    for (const one of controlsOf(part, element))
      if (one.level === 'RUN' && one.element.start >= (found.at(-1)?.end ?? 0)) found.push(one.element);
    return found;
  };
  return (inner) => {
    own ??= outermost();
    const around = own[firstIndex(own, ({ start }) => start > inner.start) - 1];
    return around !== undefined && around.end >= inner.end;
  };
}

function describeControl(
  part: DocxPart,
  control: XmlElement,
): Pick<ForeignMark, 'name' | 'type' | 'choices'> | undefined {
  const properties = childW(part, control, 'sdtPr');
  const value = (name: string) => childW(part, properties, name)?.attributes.val?.trim();
  const name = value('alias') || value('tag');
  if (!name) return undefined;
  const has = (kind: string) => properties?.children.some((child) => child.name === kind) ?? false;
  const list = properties?.children.find(({ name: kind }) => kind === 'dropDownList' || kind === 'comboBox');
  const choices = list?.children
    .map(({ attributes }) => (attributes.displayText ?? attributes.value ?? '').trim())
    .filter((choice) => choice !== '');
  const type = has('date')
    ? 'date'
    : has('checkbox')
      ? 'tick'
      : has('picture')
        ? 'picture'
        : list && 'choice';
  return { name, ...(type ? { type } : {}), ...(choices?.length ? { choices } : {}) };
}

/** The name in the instruction of a field, such as ` MERGEFIELD "甲方名称" \* MERGEFORMAT `. */
const mergeName = (instruction: string): string | undefined =>
  /^\s*MERGEFIELD\s+(?:"([^"]+)"|(\S+))/i.exec(instruction)?.slice(1).find(Boolean)?.trim();

/** Word fields written as runs: begin, instruction, separator, result, end. */
function* mergeFields(paragraph: DocxParagraph, isOwn: IsOwn): Generator<ForeignMark> {
  const { part, element, index, place } = paragraph;
  const open: { instruction: string; start: number; reading: boolean }[] = [];
  for (const run of elementsBelow(element)) {
    if (!isW(part, run, 'r')) continue;
    for (const child of run.children) {
      const field = open.at(-1);
      if (isW(part, child, 'instrText') && field?.reading) field.instruction += child.text;
      if (!isW(part, child, 'fldChar')) continue;
      const type = child.attributes.fldCharType;
      if (type === 'begin') open.push({ instruction: '', start: run.start, reading: true });
      if (type === 'separate' && field) field.reading = false;
      if (type !== 'end' || !field) continue;
      open.pop();
      const name = mergeName(field.instruction);
      const span = { ...run, start: field.start, end: run.end };
      if (name && !isOwn(span))
        yield { kind: 'MERGEFIELD', name, paragraph: index, place, ...rangeOf(paragraph, span) };
    }
  }
}

/** `{{name}}` and `{{name;role=…;type=…}}`, even if the text is split over runs. */
const TYPED = /\{\{\s*([^{};|=\s][^{};=]{0,60}?)\s*((?:;[^{};]{1,80})*)\}\}/gu;

function* typedMarks(paragraph: DocxParagraph): Generator<ForeignMark> {
  const { text, index, place, pieces, part } = paragraph;
  if (!text.includes('{{')) return;
  for (const match of text.matchAll(TYPED)) {
    const [from, to] = [match.index, match.index + match[0].length];
    const [first, behind] = [
      firstIndex(pieces, (piece) => piece.to > from),
      firstIndex(pieces, (piece) => piece.from >= to),
    ];
    const own = pieces
      .slice(first, behind)
      .some((piece) => piece.within.some((element) => keyOf(part, element) !== undefined));
    if (own) continue;
    const settings = new Map<string, string>();
    for (const setting of match[2]!.split(';').slice(1)) {
      const [name = '', ...value] = setting.split('=');
      settings.set(name.trim().toLowerCase(), value.join('=').trim());
    }
    const [role, type] = [settings.get('role'), settings.get('type')];
    const choices = settings
      .get('options')
      ?.split(',')
      .map((choice) => choice.trim())
      .filter(Boolean);
    yield {
      kind: 'TEXT',
      name: match[1]!,
      ...(role ? { role } : {}),
      ...(type ? { type } : {}),
      ...(choices?.length ? { choices } : {}),
      paragraph: index,
      from,
      to,
      place,
    };
  }
}
