import type { Bytes } from '#core/bytes.ts';
import type { Language } from '#core/locales/languages.ts';
import type { TemplateValues, WebContent } from '../content.ts';
import { longestValue, sampleValue } from './made-up-values.ts';

/**
 * What fields are filled with: the values; nothing, so that each is a blank of its length; the longest value that each may
 * have, with all parts kept and all rows there; or samples.
 */
export type FillMode = 'VALUES' | 'BLANK' | 'LONGEST' | 'SAMPLE';

export interface FillOptions {
  /** The title of the file. */
  readonly title: string;
  /** Of dates and amounts in words. */
  readonly language: Language;
  /** By the SHA-256 of their file: pictures of the text (`picturesOf`). The room of a missing one stays empty. */
  readonly pictures: ReadonlyMap<string, Bytes>;
  readonly mode: FillMode;
}

/** What is filled, and with what. */
export interface Filling extends FillOptions {
  readonly content: WebContent;
  readonly values: TemplateValues;
}

/** Whether an optional part stays: as it is ticked, or as it is to begin with. */
export function isKept(
  { content, values, mode }: Pick<Filling, 'content' | 'values' | 'mode'>,
  option: string,
): boolean {
  if (mode === 'LONGEST') return true;
  return values.options[option] ?? content.options.find(({ key }) => key === option)?.kept ?? true;
}

/** The row of those that are repeated: their key, and which one, from 0. */
export interface RepeatedRow {
  readonly rows: string;
  readonly index: number;
}

/** What a field is filled with; `row` is the row of those that are repeated. '' for a blank. */
export function fieldValue(
  { content, values, mode, language }: Filling,
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

/** How often rows are repeated. */
export function repeatsOf({ content, values, mode }: Filling, key: string): number {
  const rows = content.rows.find((one) => one.key === key);
  if (!rows) return 1;
  if (mode === 'LONGEST') return rows.most;
  if (mode === 'SAMPLE') return Math.min(rows.most, Math.max(2, rows.least));
  if (mode === 'BLANK') return Math.max(1, rows.least);
  return values.rows[key]?.length ?? rows.least;
}

/** The name of the boxes of a field in a repeated row; those of other fields are named by the key alone. */
export const boxIdOf = (key: string, row?: number): string => (row === undefined ? key : `${key}#${row}`);
