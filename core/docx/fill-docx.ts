import type { Bytes } from '#core/bytes.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import type { TemplateValues, WordContent } from '#core/template/content.ts';
import type { ContentField } from '#core/template/field.ts';
import { blankEms } from '#core/template/fill/made-up-values.ts';
import { type Control, controlsOf, controlXml, freeControlId } from './control.ts';
import { type Docx, openDocx, saveDocx } from './open-docx.ts';
import {
  childW,
  contentStart,
  type DocxPart,
  elementsBelow,
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
 * and options are removed. A field without a value becomes a blank of its maximum length.
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
  const plan = planOf(content, values, options);
  const texts = new Map<string, string>();
  const pictures = new Map<string, UsedPicture[]>();
  for (const part of docx.parts) {
    const controls = controlsOf(part);
    if (controls.length === 0) continue;
    const used: UsedPicture[] = [];
    const filler = new Filler(part, controls, plan, used);
    const text = filler.render(0, part.text.length, undefined);
    texts.set(part.path, filler.rowsGone ? withoutEmptyTables(docx, part, text) : text);
    if (used.length > 0) pictures.set(part.path, used);
  }
  const files = addPictures(docx, pictures);
  for (const [path, text] of files.texts) texts.set(path, text);
  return texts.size === 0 ? docx.bytes : saveDocx(docx, texts, files.added);
}

interface Plan {
  fields: ReadonlyMap<string, ContentField>;
  rows: ReadonlySet<string>;
  kept: ReadonlyMap<string, boolean>;
  anchors: ReadonlySet<string>;
  values: TemplateValues;
  options: FillOptions;
}

const planOf = (content: WordContent, values: TemplateValues, options: FillOptions): Plan => ({
  fields: new Map(content.fields.map((field) => [field.key, field])),
  rows: new Set(content.rows.map((row) => row.key)),
  kept: new Map(content.options.map((option) => [option.key, values.options[option.key] ?? option.kept])),
  anchors: new Set(content.anchors.map((anchor) => anchor.key)),
  values,
  options,
});

/** Values of the current row; undefined outside of repeated rows. */
type Row = Readonly<Record<string, string>> | undefined;

class Filler {
  readonly part: DocxPart;
  readonly controls: readonly Control[];
  readonly plan: Plan;
  readonly used: UsedPicture[];
  rowsGone = false;
  #id: number;

  constructor(part: DocxPart, controls: readonly Control[], plan: Plan, used: UsedPicture[]) {
    this.part = part;
    this.controls = controls;
    this.plan = plan;
    this.used = used;
    this.#id = freeControlId(part);
  }

  /** The text of [from, to) with every control in it filled. */
  render(from: number, to: number, row: Row): string {
    const parts: string[] = [];
    let at = from;
    for (const control of this.controls) {
      const { element } = control;
      if (element.start < at || element.end > to) continue;
      parts.push(this.part.text.slice(at, element.start), this.#control(control, row));
      at = element.end;
    }
    return parts.join('') + this.part.text.slice(at, to);
  }

  #control(control: Control, row: Row): string {
    const { key, content } = control;
    const { plan } = this;
    if (!content) return '';
    const field = plan.fields.get(key);
    if (field) return this.#field(control, field, row?.[key] ?? plan.values.fields[key] ?? '');
    if (plan.rows.has(key)) return this.#rows(control);
    const kept = plan.kept.get(key);
    if (kept === false) return this.#dropped(control);
    if (plan.anchors.has(key))
      return this.#wrapped(control, this.#isStandIn(control) ? '' : this.#contents(content, row));
    // An optional part that is kept, or a control with an unknown key: the text stays.
    return kept === undefined && control.placeholder ? '' : this.#contents(content, row);
  }

  /** Whether a control contains only placeholder text: its own, or a typed mark. */
  #isStandIn({ placeholder, content }: Control): boolean {
    if (placeholder || !content) return true;
    const words = [...elementsBelow(content)].filter((inner) => isW(this.part, inner, 't'));
    return /^\s*\{\{[^{}]*\}\}\s*$/.test(words.map(({ text }) => text).join(''));
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
    const rows = this.plan.values.rows[control.key] ?? [];
    if (rows.length === 0) this.rowsGone = true;
    return rows
      .map((row, i) => {
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
    const { part } = this;
    const sections = [...elementsBelow(element)].filter((inner) => isW(part, inner, 'sectPr'));
    const kept = sections.map((section) => `<w:p><w:pPr>${sourceOf(part, section)}</w:pPr></w:p>`).join('');
    if (level === 'ROW') this.rowsGone = true;
    return kept || (level === 'BLOCK' && this.#isAlone(element) ? '<w:p/>' : '');
  }

  /** Whether the cell or box around a control would be left without a paragraph. */
  #isAlone(element: Control['element']): boolean {
    const { part } = this;
    for (const parent of elementsBelow(part.root)) {
      if (!parent.children.includes(element)) continue;
      return !parent.children.some((child) => child !== element && isW(part, child, 'p'));
    }
    return false;
  }

  #field(control: Control, field: ContentField, value: string): string {
    const { part } = this;
    const content = control.content!;
    const run = [...elementsBelow(content)].find((inner) => isW(part, inner, 'r'));
    const look = run ? childW(part, run, 'rPr') : childW(part, childW(part, control.element, 'sdtPr'), 'rPr');
    const xml = this.#value(field, value, sourceOf(part, look));
    if (control.level === 'RUN') return this.#wrapped(control, xml);
    return splice(this.#firstParagraph(content), [
      { from: this.#marker, to: this.#marker, by: this.#wrapped(control, xml) },
    ]);
  }

  #marker = 0;

  /** For a control around whole paragraphs: the first of them, emptied; `#marker` marks the position of its text. */
  #firstParagraph(content: Control['element']): string {
    const { part } = this;
    const start = contentStart(part, content);
    const paragraphs = [...elementsBelow(content)].filter((inner) => isW(part, inner, 'p'));
    const [first, ...others] = paragraphs;
    const changes: Splice[] = others
      .filter((other) => other.start > (first?.end ?? 0))
      .map((other) => ({ from: other.start - start, to: other.end - start, by: '' }));
    if (!first) return '';
    const properties = childW(part, first, 'pPr');
    const from = (properties?.end ?? contentStart(part, first)) - start;
    if (first.closeStart < first.end) changes.push({ from, to: first.closeStart - start, by: '' });
    else changes.push({ from: first.start - start, to: first.end - start, by: '<w:p></w:p>' });
    this.#marker = first.closeStart < first.end ? from : first.start - start + '<w:p>'.length;
    return splice(part.text.slice(start, content.closeStart), changes);
  }

  #value(field: ContentField, value: string, look: string): string {
    if (field.input === 'PICTURE') {
      const picture = this.plan.options.pictures?.get(value);
      if (!picture) return blank(field, look);
      const used: UsedPicture = { digest: value, picture, relation: `rIdSignet${this.used.length + 1}` };
      this.used.push(used);
      return `<w:r>${look}${drawingXml(used, this.used.length, field.name)}</w:r>`;
    }
    return value === '' || field.filledBy !== 'SENDER'
      ? blank(field, look)
      : runXml(this.plan.options.format(field, value), look);
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

/** A table needs at least one row: removes tables whose rows were all dropped. */
function withoutEmptyTables(docx: Docx, part: DocxPart, text: string): string {
  const reopened = openDocx(saveDocx(docx, new Map([[part.path, text]]))).parts.find(
    (other) => other.path === part.path,
  )!;
  const changes = [...elementsBelow(reopened.root)]
    .filter(
      (table) =>
        isW(reopened, table, 'tbl') && ![...elementsBelow(table)].some((inner) => isW(reopened, inner, 'tr')),
    )
    .map(({ start, end }) => ({ from: start, to: end, by: '' }));
  return splice(text, changes);
}
