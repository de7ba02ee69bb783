import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import type { Box, Matrix, Point } from './geometry.ts';

/** Longest list of numbers, in characters; the rest is ignored. */
export const MOST_LIST = 2_000_000;

/** Numbers of an ST_Array (7.3); anything but a finite number reads as 0. */
export function readNumbers(text: string | undefined): number[] {
  const clean = text?.slice(0, MOST_LIST).trim().replace(/,/g, ' ');
  return clean ? clean.split(/\s+/).map((part) => finite(part)) : [];
}

function finite(text: string): number {
  const n = Number.parseFloat(text);
  return Number.isFinite(n) && Math.abs(n) < 1e9 ? n : 0;
}

/** A number, or `fallback` if it is missing or not a number. */
export function readNumber(text: string | undefined, fallback: number): number {
  if (text === undefined || text.trim() === '' || Number.isNaN(Number.parseFloat(text))) return fallback;
  return finite(text);
}

/** A number; undefined if it is missing or not a number. */
export function readOptionalNumber(text: string | undefined): number | undefined {
  if (text === undefined || Number.isNaN(Number.parseFloat(text))) return undefined;
  return finite(text);
}

/** `true`, `false`, 1 or 0, ignoring case; `fallback` for any other value. */
export function readBoolean(text: string | undefined, fallback: boolean): boolean {
  if (text === undefined) return fallback;
  const value = text.trim().toLowerCase();
  return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : fallback;
}

/** Four numbers as a box; undefined if there are fewer. */
export function readBox(text: string | undefined): Box | undefined {
  const n = readNumbers(text);
  return n.length < 4 ? undefined : { x: n[0]!, y: n[1]!, width: n[2]!, height: n[3]! };
}

/** Two numbers as a point; undefined if there are fewer. */
export function readPoint(text: string | undefined): Point | undefined {
  const n = readNumbers(text);
  return n.length < 2 ? undefined : { x: n[0]!, y: n[1]! };
}

/** Six numbers as a matrix; undefined if there are fewer. */
export function readMatrix(text: string | undefined): Matrix | undefined {
  const n = readNumbers(text);
  return n.length < 6 ? undefined : [n[0]!, n[1]!, n[2]!, n[3]!, n[4]!, n[5]!];
}

/** The attribute in any of the given spellings: some writers misspell names (`CharcterSet`). */
export function attribute(element: XmlElement, ...names: string[]): string | undefined {
  for (const name of names) if (element.attributes[name] !== undefined) return element.attributes[name];
  return undefined;
}
