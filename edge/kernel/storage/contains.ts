import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** `%` and the like in what is looked for are letters. */
const patternOf = (part: string): string => `%${part.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

/**
 * Whether the text of a column contains `part`, ignoring blanks on both sides, as search forms take them out of what is
 * typed ([5.18b]); of Latin letters the case does not count.
 */
export const contains = (column: SQLiteColumn | SQL, part: string): SQL =>
  sql`replace(${column}, ' ', '') like ${patternOf(part.replace(/\s+/g, ''))} escape '\\'`;
