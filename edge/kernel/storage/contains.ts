import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** `%` and the like in what is looked for are letters. */
const patternOf = (part: string): string => `%${part.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

/** Whether the text of a column contains `part`; of Latin letters the case does not count. */
export const contains = (column: SQLiteColumn, part: string): SQL =>
  sql`${column} like ${patternOf(part)} escape '\\'`;

/** The same without the blanks of both: the search form takes them out of what is typed ([5.18b]). */
export const containsUnspaced = (column: SQLiteColumn | SQL, part: string): SQL =>
  sql`replace(${column}, ' ', '') like ${patternOf(part.replace(/\s+/g, ''))} escape '\\'`;
