import type { BodyBlock, BodyInline } from '../body.ts';
import type {
  ContentOption,
  ContentRows,
  TemplateContent,
  TemplateValues,
  WebContent,
  WordContent,
} from '../content.ts';
import type { ContentField } from '../field.ts';
import { checkValue, type ValueProblem } from './check-value.ts';
import { isChosen } from './filling.ts';

/** Everything to fill in in a template, in the order of its lists. */
export interface FieldsInText {
  /** Outside of repeated rows. */
  readonly fields: readonly ContentField[];
  readonly rows: readonly { readonly rows: ContentRows; readonly fields: readonly ContentField[] }[];
  /** Optional parts in the text, including those inside dropped ones. */
  readonly options: readonly ContentOption[];
}

/**
 * The fields in the kept parts of the text. The text of a Word template is not available here: all its fields count,
 * and its content says which of them are in repeated rows.
 */
export function fieldsInText(
  content: TemplateContent,
  values: Pick<TemplateValues, 'options'>,
): FieldsInText {
  const { plain, inRows } = content.kind === 'WEB' ? walk(content, values) : wordPlaces(content);
  return {
    fields: content.fields.filter(({ key }) => plain.has(key)),
    rows: content.rows
      .map((rows) => ({
        rows,
        fields: content.fields.filter(({ key }) => inRows.get(rows.key)?.has(key)),
      }))
      .filter(({ fields }) => fields.length > 0),
    options: content.options,
  };
}

interface Places {
  plain: Set<string>;
  inRows: Map<string, Set<string>>;
}

function wordPlaces({ fields, rowFields }: WordContent): Places {
  const inRows = new Map(Object.entries(rowFields).map(([rows, keys]) => [rows, new Set(keys)]));
  const repeated = new Set(Object.values(rowFields).flat());
  return { plain: new Set(fields.map(({ key }) => key).filter((key) => !repeated.has(key))), inRows };
}

function walk(content: WebContent, values: Pick<TemplateValues, 'options'>): Places {
  const places: Places = { plain: new Set(), inRows: new Map() };
  const filling = { content, values: { fields: {}, rows: {}, ...values }, mode: 'VALUES' } as const;
  const known = new Set(content.rows.map(({ key }) => key));
  const note = (inlines: readonly BodyInline[] | undefined, rows?: string | null) => {
    for (const inline of inlines ?? []) {
      if (inline.type !== 'field') continue;
      if (!rows || !known.has(rows)) places.plain.add(inline.attrs.field);
      else places.inRows.set(rows, (places.inRows.get(rows) ?? new Set()).add(inline.attrs.field));
    }
  };
  const look = (block: BodyBlock) => {
    switch (block.type) {
      case 'optional':
        if (isChosen(filling, block.attrs.option)) block.content.forEach(look);
        return;
      case 'group':
        block.content.forEach(look);
        return;
      case 'table':
        for (const { attrs, content: cells } of block.content)
          for (const cell of cells ?? [])
            for (const inner of cell.content)
              if (inner.type !== 'picture') note(inner.content, attrs?.repeat);
        return;
      case 'picture':
      case 'pageBreak':
        return;
      default:
        note(block.content);
    }
  };
  content.body.content.forEach(look);
  return places;
}

/** A problem of the values of a template: of a field (in a row), or of the number of rows. */
export interface FillProblem extends ValueProblem {
  readonly field?: string;
  readonly rows?: string;
  /** From 0. */
  readonly row?: number;
}

/** Problems that the person who fills in the template has yet to fix; `by` is `SENDER` or the key of a signer. */
export function problemsOf(
  content: TemplateContent,
  values: TemplateValues,
  {
    by = 'SENDER',
    has,
  }: {
    by?: string;
    has?: (character: string) => boolean;
  } = {},
): FillProblem[] {
  const { fields, rows } = fieldsInText(content, values);
  const problems: FillProblem[] = [];
  for (const field of fields) {
    if (field.filledBy !== by) continue;
    const problem = checkValue(field, values.fields[field.key] ?? '', has);
    if (problem) problems.push({ ...problem, field: field.key });
  }
  if (by !== 'SENDER') return problems;
  for (const { rows: repeated, fields: columns } of rows) {
    const filled = values.rows[repeated.key] ?? [];
    const { key, least, most } = repeated;
    if (filled.length < least) problems.push({ problem: 'tooFewRows', params: { min: least }, rows: key });
    if (filled.length > most) problems.push({ problem: 'tooManyRows', params: { max: most }, rows: key });
    filled.forEach((row, index) => {
      for (const field of columns) {
        const problem = checkValue(field, row[field.key] ?? '', has);
        if (problem) problems.push({ ...problem, field: field.key, rows: key, row: index });
      }
    });
  }
  return problems;
}

/** SHA-256 of each picture file used in the text or its values. */
export function picturesOf(content: TemplateContent, values: TemplateValues): string[] {
  const found = new Set<string>();
  if (content.kind === 'WEB') {
    const look = (block: BodyBlock) => {
      if (block.type === 'picture') found.add(block.attrs.file);
      else if (block.type === 'optional' || block.type === 'group') block.content.forEach(look);
      else if (block.type === 'table')
        for (const row of block.content)
          for (const cell of row.content ?? [])
            for (const inner of cell.content) if (inner.type === 'picture') found.add(inner.attrs.file);
    };
    content.body.content.forEach(look);
  }
  for (const field of content.fields) {
    if (field.input !== 'PICTURE') continue;
    for (const value of [
      values.fields[field.key],
      ...Object.values(values.rows)
        .flat()
        .map((row) => row[field.key]),
    ])
      if (value && /^[0-9a-f]{64}$/.test(value)) found.add(value);
  }
  return [...found];
}
