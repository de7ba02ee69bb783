import type { Bytes } from '#core/bytes.ts';
import type { Language } from '#core/locales/languages.ts';
import type { TypesetBudget } from '#core/typeset/budget.ts';
import type { TemplateContent, TemplateValues, WebContent } from '../content.ts';
import { longestValue, sampleValue } from './made-up-values.ts';

/**
 * What fields are filled with: the values; nothing, so that each is a blank of its length; the longest possible value
 * of each, with all parts and rows included; or samples.
 */
export type FillMode = 'VALUES' | 'BLANK' | 'LONGEST' | 'SAMPLE';

export interface FillOptions {
  /** The title of the file. */
  readonly title: string;
  /** For dates and amounts in words. */
  readonly language: Language;
  /** Pictures of the text (`picturesOf`), by the SHA-256 of their file. A missing one leaves its space empty. */
  readonly pictures: ReadonlyMap<string, Bytes>;
  readonly mode: FillMode;
  /** What may still be typeset; as much as one call may by default. */
  readonly budget?: TypesetBudget;
}

/** A template's content with its values and options. */
export interface Filling extends FillOptions {
  readonly budget: TypesetBudget;
  readonly content: WebContent;
  readonly values: TemplateValues;
}

/** What decides about values, rows and parts, for templates of both kinds. */
type Choosing = Pick<Filling, 'values' | 'mode'> & { readonly content: TemplateContent };

/** Whether an optional part is kept: by its checkbox, or by its initial state. */
export function isChosen({ content, values, mode }: Choosing, option: string): boolean {
  if (mode === 'LONGEST') return true;
  return values.options[option] ?? content.options.find(({ key }) => key === option)?.kept ?? true;
}

/** One of repeated rows: their key, and the index from 0. */
export interface RepeatedRow {
  readonly rows: string;
  readonly index: number;
}

/** The value of a field; `row` for a field in repeated rows. '' for a blank. */
export function fieldValue(
  { content, values, mode, language }: Choosing & Pick<Filling, 'language'>,
  key: string,
  row?: RepeatedRow,
): string {
  const field = content.fields.find((one) => one.key === key);
  if (!field || mode === 'BLANK') return '';
  if (mode === 'LONGEST') return longestValue(field, language);
  if (mode === 'SAMPLE') return sampleValue(field, language);
  if (field.filledBy !== 'SENDER') return '';
  return (row ? values.rows[row.rows]?.[row.index]?.[key] : values.fields[key]) ?? '';
}

/** Number of repetitions of repeated rows. */
export function repeatsOf({ content, values, mode }: Choosing, key: string): number {
  const rows = content.rows.find((one) => one.key === key);
  if (!rows) return 1;
  if (mode === 'LONGEST') return rows.most;
  if (mode === 'SAMPLE') return Math.min(rows.most, Math.max(2, rows.least));
  if (mode === 'BLANK') return Math.max(1, rows.least);
  return values.rows[key]?.length ?? rows.least;
}

/** Name of the boxes of a field in a repeated row; for other fields it is the key alone. */
export const boxIdOf = (key: string, row?: number): string => (row === undefined ? key : `${key}#${row}`);
