import { and, eq, gte, lte, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { contains } from './contains.ts';

/** Conditions of a search form: each holds for every row where nothing is searched by. */

/** The column has this value. */
export const isIf = <C extends SQLiteColumn>(
  column: C,
  value: C['_']['data'] | '' | undefined,
): SQL | undefined => (value ? eq(column, value) : undefined);

/** The text of the column contains this one, whatever the case. */
export const containsIf = (column: SQLiteColumn, text: string | undefined): SQL | undefined =>
  text ? contains(column, text) : undefined;

/** The time of the column lies within these, both included; epoch ms. */
export const withinIf = (
  column: SQLiteColumn,
  from: number | undefined,
  to: number | undefined,
): SQL | undefined =>
  and(from === undefined ? undefined : gte(column, from), to === undefined ? undefined : lte(column, to));
