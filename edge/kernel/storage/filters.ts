import { and, eq, gte, lt, lte, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { contains } from './contains.ts';

/** Conditions of search forms; an empty input matches every row. */

/** The column equals the value. */
export const isIf = <C extends SQLiteColumn>(
  column: C,
  value: C['_']['data'] | '' | undefined,
): SQL | undefined => (value ? eq(column, value) : undefined);

/** The column contains the text, case-insensitively. */
export const containsIf = (column: SQLiteColumn, text: string | undefined): SQL | undefined =>
  text ? contains(column, text) : undefined;

/** The column's time is within the inclusive range; epoch ms. */
export const withinIf = (
  column: SQLiteColumn,
  from: number | undefined,
  to: number | undefined,
): SQL | undefined =>
  and(from === undefined ? undefined : gte(column, from), to === undefined ? undefined : lte(column, to));

/** The column's text starts with `prefix`, which ends in an ASCII character. Uses the column's index, unlike `like`. */
export const startsWith = (column: SQLiteColumn, prefix: string): SQL | undefined =>
  and(
    gte(column, prefix),
    lt(column, prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)),
  );
