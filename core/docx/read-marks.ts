import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { type ControlLevel, controlsOf, keyOf } from './control.ts';
import type { Docx } from './open-docx.ts';
import { childW, type DocxPart, elementsBelow, isW } from './part.ts';
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
 * The marks of the file, in the order of its text.
 *
 * ```ts
 * const marks = readMarks(openDocx(bytes));
 * ```
 */
export function readMarks(docx: Docx): DocxMark[] {
  const paragraphs = readText(docx);
  const marks: DocxMark[] = [];
  for (const part of docx.parts) marks.push(...ownMarks(part, paragraphs));
  for (const paragraph of paragraphs) marks.push(...foreignMarks(paragraph));
  return marks.sort((a, b) => a.paragraph - b.paragraph || a.from - b.from);
}

function ownMarks(part: DocxPart, paragraphs: readonly DocxParagraph[]): OwnMark[] {
  const own = paragraphs.filter((paragraph) => paragraph.part === part);
  return controlsOf(part).flatMap(({ key, element, level }): OwnMark[] => {
    const inside = own.filter(
      (paragraph) => paragraph.element.start > element.start && paragraph.element.end < element.end,
    );
    if (level !== 'RUN') {
      const first = inside[0];
      const text = inside.map((paragraph) => paragraph.text).join('\n');
      return first
        ? [
            {
              kind: 'OWN',
              key,
              level,
              paragraph: first.index,
              from: 0,
              to: first.text.length,
              place: first.place,
              text,
              start: element.start,
              end: element.end,
            },
          ]
        : [];
    }
    const around = own.findLast(
      (paragraph) => paragraph.element.start < element.start && paragraph.element.end > element.end,
    );
    if (!around) return [];
    const { from, to } = rangeOf(around, element);
    return [
      {
        kind: 'OWN',
        key,
        level,
        paragraph: around.index,
        from,
        to,
        place: around.place,
        text: around.text.slice(from, to),
        start: element.start,
        end: element.end,
      },
    ];
  });
}

/** The range of a paragraph's characters that an element covers; empty if it covers none. */
function rangeOf({ pieces }: DocxParagraph, element: XmlElement): { from: number; to: number } {
  const inside = pieces.filter((piece) => piece.run.start >= element.start && piece.run.end <= element.end);
  const before = pieces.findLast((piece) => piece.run.end <= element.start)?.to ?? 0;
  return { from: inside[0]?.from ?? before, to: inside.at(-1)?.to ?? before };
}

function foreignMarks(paragraph: DocxParagraph): ForeignMark[] {
  const { part, element, index, place } = paragraph;
  const found: ForeignMark[] = [];
  for (const inner of elementsBelow(element)) {
    // A drawing's content is read with its own paragraphs.
    if (isW(part, inner, 'sdt') && keyOf(part, inner) === undefined) {
      const control = describeControl(part, inner);
      if (control && !withinOwn(paragraph, inner))
        found.push({ kind: 'CONTROL', ...control, paragraph: index, place, ...rangeOf(paragraph, inner) });
    }
    if (isW(part, inner, 'fldSimple')) {
      const name = mergeName(inner.attributes.instr ?? '');
      if (name && !withinOwn(paragraph, inner))
        found.push({ kind: 'MERGEFIELD', name, paragraph: index, place, ...rangeOf(paragraph, inner) });
    }
  }
  found.push(...mergeFields(paragraph));
  for (const mark of typedMarks(paragraph))
    if (!found.some((other) => overlaps(other, mark))) found.push(mark);
  return found;
}

const overlaps = (a: ForeignMark, b: ForeignMark) => a.from < b.to && b.from < a.to;

/** The content of one of our controls has been converted already. */
const withinOwn = ({ part, element }: DocxParagraph, inner: XmlElement): boolean =>
  controlsOf(part, element).some(
    (own) => own.level === 'RUN' && own.element.start <= inner.start && own.element.end >= inner.end,
  );

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
function mergeFields(paragraph: DocxParagraph): ForeignMark[] {
  const { part, element, index, place } = paragraph;
  const found: ForeignMark[] = [];
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
      if (name && !withinOwn(paragraph, span))
        found.push({ kind: 'MERGEFIELD', name, paragraph: index, place, ...rangeOf(paragraph, span) });
    }
  }
  return found;
}

/** `{{name}}` and `{{name;role=…;type=…}}`, even if the text is split over runs. */
const TYPED = /\{\{\s*([^{};|=\s][^{};=]{0,60}?)\s*((?:;[^{};]{1,80})*)\}\}/gu;

function typedMarks(paragraph: DocxParagraph): ForeignMark[] {
  const { text, index, place, pieces, part } = paragraph;
  if (!text.includes('{{')) return [];
  return [...text.matchAll(TYPED)].flatMap((match) => {
    const [from, to] = [match.index, match.index + match[0].length];
    const own = pieces.some(
      (piece) =>
        piece.from < to &&
        piece.to > from &&
        piece.within.some((element) => keyOf(part, element) !== undefined),
    );
    if (own) return [];
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
    return [
      {
        kind: 'TEXT' as const,
        name: match[1]!,
        ...(role ? { role } : {}),
        ...(type ? { type } : {}),
        ...(choices?.length ? { choices } : {}),
        paragraph: index,
        from,
        to,
        place,
      },
    ];
  });
}
