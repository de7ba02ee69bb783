import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** Escapes the wildcards of LIKE. */
const patternOf = (part: string): string => `%${part.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

/**
 * Whether a column contains `part`, ignoring whitespace on both sides, as search forms strip it from the input ([5.18b]);
 * case-insensitive for Latin letters.
 */
export const contains = (column: SQLiteColumn | SQL, part: string): SQL =>
  sql`replace(${column}, ' ', '') like ${patternOf(part.replace(/\s+/g, ''))} escape '\\'`;
