import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import type { Box, Matrix, Point } from './geometry.ts';

/** Longest list of numbers that is read, in characters; the rest of a longer one is left out. */
export const MOST_LIST = 2_000_000;

/** Numbers of an ST_Array (7.3); what is no finite number reads as 0. */
export function readNumbers(text: string | undefined): number[] {
  const clean = text?.slice(0, MOST_LIST).trim().replace(/,/g, ' ');
  return clean ? clean.split(/\s+/).map((part) => finite(part)) : [];
}

function finite(text: string): number {
  const n = Number.parseFloat(text);
  return Number.isFinite(n) && Math.abs(n) < 1e9 ? n : 0;
}

/** A number, or `fallback` where there is none. */
export function readNumber(text: string | undefined, fallback: number): number {
  if (text === undefined || text.trim() === '' || Number.isNaN(Number.parseFloat(text))) return fallback;
  return finite(text);
}

/** A number; undefined where there is none. */
export function readOptionalNumber(text: string | undefined): number | undefined {
  if (text === undefined || Number.isNaN(Number.parseFloat(text))) return undefined;
  return finite(text);
}

/** `true`, `false`, 1 or 0 in any case of letters; `fallback` for all else. */
export function readBoolean(text: string | undefined, fallback: boolean): boolean {
  if (text === undefined) return fallback;
  const value = text.trim().toLowerCase();
  return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : fallback;
}

/** Four numbers as a box; undefined where there are fewer. */
export function readBox(text: string | undefined): Box | undefined {
  const n = readNumbers(text);
  return n.length < 4 ? undefined : { x: n[0]!, y: n[1]!, width: n[2]!, height: n[3]! };
}

/** Two numbers as a point; undefined where there are fewer. */
export function readPoint(text: string | undefined): Point | undefined {
  const n = readNumbers(text);
  return n.length < 2 ? undefined : { x: n[0]!, y: n[1]! };
}

/** Six numbers as a matrix; undefined where there are fewer. */
export function readMatrix(text: string | undefined): Matrix | undefined {
  const n = readNumbers(text);
  return n.length < 6 ? undefined : [n[0]!, n[1]!, n[2]!, n[3]!, n[4]!, n[5]!];
}

/** Attribute in any of the given spellings: writers misspell some (`CharcterSet`). */
export function attribute(element: XmlElement, ...names: string[]): string | undefined {
  for (const name of names) if (element.attributes[name] !== undefined) return element.attributes[name];
  return undefined;
}
