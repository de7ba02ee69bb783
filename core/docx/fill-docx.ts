import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import type { TemplateValues, WordContent } from '#core/template/content.ts';
import type { ContentField } from '#core/template/field.ts';
import { blankEms } from '#core/template/fill/made-up-values.ts';
import { type Control, controlsOf, controlXml, freeControlId } from './control.ts';
import { FILLED_CHARACTERS, FILLED_CONTROL } from './limits.ts';
import { type Docx, readElements, saveDocx } from './open-docx.ts';
import {
  childW,
  contentStart,
  type DocxPart,
  elementsBelow,
  firstIndex,
  isW,
  type Splice,
  sourceOf,
  splice,
} from './part.ts';
import { addPictures, type DocxPicture, drawingXml, type UsedPicture } from './pictures.ts';

export interface FillOptions {
  /** Formats a field's value for the text: amounts in Chinese capitals, dates by language. */
  format(field: ContentField, value: string): string;
  /** Pictures used by values, by their SHA-256. */
  pictures?: ReadonlyMap<string, DocxPicture>;
}

/**
 * Fills the controls of a file: fields with their values, rows repeated, optional parts kept or dropped. Controls of
 * fields and anchors are kept around the filled text, so that their positions can be found after layout; those of rows
 * and options are removed. A field without a value becomes a blank of its maximum length. Throws TOO_LARGE as soon as
 * the result has more than `FILLED_CHARACTERS`: rows in rows multiply a small file by any number.
 *
 * ```ts
 * const filled = fillDocx(openDocx(bytes), content, values, { format: (_, value) => value });
 * ```
 */
export function fillDocx(
  docx: Docx,
  content: WordContent,
  values: TemplateValues,
  options: FillOptions,
): Bytes {
  const spec = fillSpecOf(content, values, options);
  const texts = new Map<string, string>();
  const pictures = new Map<string, UsedPicture[]>();
  const budget = { left: FILLED_CHARACTERS };
  for (const part of docx.parts) {
    const controls = controlsOf(part);
    if (controls.length === 0) continue;
    const used: UsedPicture[] = [];
    const filler = new Filler({ part, controls, spec, used, budget });
    const text = filler.render(0, part.text.length, undefined);
    texts.set(part.path, filler.rowsGone ? withoutEmptyTables(docx, part, text) : text);
    if (used.length > 0) pictures.set(part.path, used);
  }
  const files = addPictures(docx, pictures);
  for (const [path, text] of files.texts) texts.set(path, text);
  return texts.size === 0 ? docx.bytes : saveDocx(docx, texts, files.added);
}

interface FillSpec {
  fields: ReadonlyMap<string, ContentField>;
  rows: ReadonlySet<string>;
  kept: ReadonlyMap<string, boolean>;
  anchors: ReadonlySet<string>;
  values: TemplateValues;
  options: FillOptions;
}

const fillSpecOf = (content: WordContent, values: TemplateValues, options: FillOptions): FillSpec => ({
  fields: new Map(content.fields.map((field) => [field.key, field])),
  rows: new Set(content.rows.map((row) => row.key)),
  kept: new Map(content.options.map((option) => [option.key, values.options[option.key] ?? option.kept])),
  anchors: new Set(content.anchors.map((anchor) => anchor.key)),
  values,
  options,
});

/** Values of the current row; undefined outside of repeated rows. */
type Row = Readonly<Record<string, string>> | undefined;

interface FillerInput {
  part: DocxPart;
  /** In the order of the text, outer ones before inner ones. */
  controls: readonly Control[];
  spec: FillSpec;
  used: UsedPicture[];
  /** Characters that the file may still get. */
  budget: { left: number };
}

class Filler {
  readonly part: DocxPart;
  readonly controls: readonly Control[];
  readonly spec: FillSpec;
  readonly used: UsedPicture[];
  readonly budget: { left: number };
  rowsGone = false;
  #id: number;

  constructor({ part, controls, spec, used, budget }: FillerInput) {
    this.part = part;
    this.controls = controls;
    this.spec = spec;
    this.used = used;
    this.budget = budget;
    this.#id = freeControlId(part);
  }

  #spend(characters: number): void {
    this.budget.left -= characters;
    if (this.budget.left < 0) throw new AppError('TOO_LARGE');
  }

  #first = (at: number): number => firstIndex(this.controls, ({ element }) => element.start >= at);

  /** The text of [from, to) with every control in it filled. */
  render(from: number, to: number, row: Row): string {
    const parts: string[] = [];
    let at = from;
    const put = (end: number) => {
      this.#spend(end - at);
      parts.push(this.part.text.slice(at, end));
    };
    for (let i = this.#first(from); i < this.controls.length; i = this.#first(at)) {
      const { element } = this.controls[i]!;
      if (element.end > to) break;
      put(element.start);
      this.#spend(FILLED_CONTROL);
      parts.push(this.#control(this.controls[i]!, row));
      at = element.end;
    }
    put(to);
    return parts.join('');
  }

  #control(control: Control, row: Row): string {
    const { key, content } = control;
    const { spec } = this;
    if (!content) return '';
    const field = spec.fields.get(key);
    if (field) return this.#field(control, field, row?.[key] ?? spec.values.fields[key] ?? '');
    if (spec.rows.has(key)) return this.#rows(control);
    const kept = spec.kept.get(key);
    if (kept === false) return this.#dropped(control);
    if (spec.anchors.has(key))
      return this.#wrapped(control, this.#isStandIn(control) ? '' : this.#contents(content, row));
    // An optional part that is kept, or a control with an unknown key: the text stays.
    return kept === undefined && control.placeholder ? '' : this.#contents(content, row);
  }

  /** Whether a control contains only placeholder text: its own, or a typed mark. */
  #isStandIn({ placeholder, content }: Control): boolean {
    if (placeholder || !content) return true;
    const words = this.#once('words', content, () =>
      [...elementsBelow(content)]
        .filter((inner) => isW(this.part, inner, 't'))
        .map(({ text }) => text)
        .join('')
        .trim(),
    );
    return words.startsWith('{{') && words.endsWith('}}') && !/[{}]/.test(words.slice(2, -2));
  }

  #known = new Map<string, Map<Control['element'], unknown>>();

  /** What does not depend on the row is found out once: a control in repeated rows is filled for each of them. */
  #once<T>(what: string, element: Control['element'], find: () => T): T {
    const known = this.#known.get(what) ?? new Map<Control['element'], unknown>();
    this.#known.set(what, known);
    if (!known.has(element)) known.set(element, find());
    return known.get(element) as T;
  }

  #contents(content: Control['element'], row: Row): string {
    return this.render(contentStart(this.part, content), content.closeStart, row);
  }

  #wrapped(control: Control, contents: string): string {
    const alias = childW(this.part, childW(this.part, control.element, 'sdtPr'), 'alias');
    const { open, close } = controlXml(control.key, { title: alias?.attributes.val ?? '', id: this.#id++ });
    return open + contents + close;
  }

  #rows(control: Control): string {
    const rows = this.spec.values.rows[control.key] ?? [];
    if (rows.length === 0) this.rowsGone = true;
    return rows
      .map((row, i) => {
        this.#spend(FILLED_CONTROL);
        const text = this.#contents(control.content!, row);
        // Word's ids of paragraphs and rows must be unique.
        return i === 0 ? text : text.replace(/ w14:(paraId|textId)="[^"]*"/g, '');
      })
      .join('');
  }

  /**
   * Removes the content except for what the format requires: the properties of a section that ends here, and the last
   * paragraph of a cell.
   */
  #dropped({ element, level }: Control): string {
    if (level === 'ROW') this.rowsGone = true;
    const kept = this.#once('sections', element, () =>
      [...elementsBelow(element)]
        .filter((inner) => isW(this.part, inner, 'sectPr'))
        .map((section) => `<w:p><w:pPr>${sourceOf(this.part, section)}</w:pPr></w:p>`)
        .join(''),
    );
    this.#spend(kept.length);
    return kept || (level === 'BLOCK' && this.#isAlone(element) ? '<w:p/>' : '');
  }

  /** Whether the cell or box around a control would be left without a paragraph. */
  #isAlone(element: Control['element']): boolean {
    const { part } = this;
    this.#parents ??= new Map(
      [...elementsBelow(part.root)].flatMap((parent) => parent.children.map((child) => [child, parent])),
    );
    const parent = this.#parents.get(element);
    if (!parent) return false;
    // Of all controls of one parent, only the first two paragraphs matter.
    const paragraphs = this.#once('paragraphs', parent, () =>
      parent.children.filter((child) => isW(part, child, 'p')).slice(0, 2),
    );
    return !paragraphs.some((paragraph) => paragraph !== element);
  }

  #parents: Map<Control['element'], Control['element']> | undefined;

  #field(control: Control, field: ContentField, value: string): string {
    const { part } = this;
    const content = control.content!;
    const look = this.#once('look', content, () => {
      const run = firstBelow(part, content, 'r');
      const properties = run
        ? childW(part, run, 'rPr')
        : childW(part, childW(part, control.element, 'sdtPr'), 'rPr');
      return sourceOf(part, properties);
    });
    const xml = this.#value(field, value, look);
    if (control.level === 'RUN') return this.#charged(this.#wrapped(control, xml));
    const { text, at } = this.#once('first', content, () => this.#firstParagraph(content));
    return this.#charged(text.slice(0, at) + this.#wrapped(control, xml) + text.slice(at));
  }

  #charged(xml: string): string {
    this.#spend(xml.length);
    return xml;
  }

  /** For a control around whole paragraphs: the first of them, emptied, and the position of its text. */
  #firstParagraph(content: Control['element']): { text: string; at: number } {
    const { part } = this;
    const start = contentStart(part, content);
    const paragraphs = [...elementsBelow(content)].filter((inner) => isW(part, inner, 'p'));
    const [first, ...others] = paragraphs;
    if (!first) return { text: '', at: 0 };
    let removed = first.end;
    const changes: Splice[] = [];
    for (const other of others) {
      // one within another goes with it
      if (other.start < removed) continue;
      changes.push({ from: other.start - start, to: other.end - start, by: '' });
      removed = other.end;
    }
    const properties = childW(part, first, 'pPr');
    const isEmpty = first.closeStart === first.end;
    const from = (isEmpty ? first.start : (properties?.end ?? contentStart(part, first))) - start;
    changes.push({
      from,
      to: (isEmpty ? first.end : first.closeStart) - start,
      by: isEmpty ? '<w:p></w:p>' : '',
    });
    const text = splice(part.text.slice(start, content.closeStart), changes);
    return { text, at: isEmpty ? from + '<w:p>'.length : from };
  }

  #value(field: ContentField, value: string, look: string): string {
    if (field.input === 'PICTURE') {
      const picture = this.spec.options.pictures?.get(value);
      if (!picture) return blank(field, look);
      const used: UsedPicture = { digest: value, picture, relation: `rIdSignet${this.used.length + 1}` };
      this.used.push(used);
      return `<w:r>${look}${drawingXml(used, this.used.length, field.name)}</w:r>`;
    }
    return value === '' || field.filledBy !== 'SENDER'
      ? blank(field, look)
      : runXml(this.spec.options.format(field, value), look);
  }
}

/** Squares for a value written later: the width of a signer's value, else one per character; on one line. */
const blank = (field: ContentField, look: string): string =>
  runXml(
    '\u3000'.repeat(
      field.filledBy === 'SENDER' ? Math.min(field.length, 10) : Math.min(blankEms(field, 'zh-CN'), 15),
    ),
    look,
  );

function runXml(text: string, look: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) =>
    line
      .split('\t')
      .map((word) => (word === '' ? '' : `<w:t xml:space="preserve">${escapeXml(word)}</w:t>`))
      .join('<w:tab/>'),
  );
  return `<w:r>${look}${lines.join('<w:br/>')}</w:r>`;
}

function firstBelow(part: DocxPart, element: Control['element'], name: string) {
  for (const inner of elementsBelow(element)) if (isW(part, inner, name)) return inner;
  return undefined;
}

/** A table needs at least one row: removes tables whose rows were all dropped. */
function withoutEmptyTables(docx: Docx, part: DocxPart, text: string): string {
  const filled = { ...part, text, root: readElements(docx.pkg, text) };
  const changes: Splice[] = [];
  let removed = 0;
  for (const table of elementsBelow(filled.root)) {
    if (!isW(filled, table, 'tbl') || table.start < removed || firstBelow(filled, table, 'tr')) continue;
    changes.push({ from: table.start, to: table.end, by: '' });
    removed = table.end;
  }
  return splice(text, changes);
}
