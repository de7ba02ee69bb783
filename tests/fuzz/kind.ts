import { readdirSync, readFileSync } from 'node:fs';
import type { Bytes } from '#core/bytes.ts';
import type { Random } from './random.ts';

/** A kind of document that comes from outside, and what the product does with it. */
export interface FuzzKind {
  /** A document that nobody has seen before: a good one, spoilt. */
  make(random: Random): Bytes;
  /**
   * Everything that the product does with such bytes, each measured by itself. An answer and an AppError are right;
   * anything else that is thrown is a fault. Decided by the bytes alone, so that a file can be tried again.
   */
  acts: Readonly<Record<string, (bytes: Bytes) => unknown>>;
  /**
   * What one act may take for the size of a document, in units of `unitMs`, where the bound of all kinds is too wide to
   * notice work that grows faster than the document: whatever it does for the smallest, and for each kilobyte.
   */
  costs?: { units: number; perKilobyte: number };
}

/** The good documents of a folder in tests/fixtures/fuzz, by name. They are files, for a seed to mean the same always. */
export function goodOnes(folder: string): Map<string, Bytes> {
  const at = new URL(`../fixtures/fuzz/${folder}/`, import.meta.url);
  const names = readdirSync(at).sort();
  return new Map(names.map((name) => [name, new Uint8Array(readFileSync(new URL(name, at)))]));
}
