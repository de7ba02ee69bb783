import type { PathCommand } from '#core/drawing.ts';
import type { Glyph, GlyphSource, SealFont } from './glyph-source.ts';

/** Code points per shard: 64 Chinese outlines are about 25 kB on the wire, and a seal needs about ten shards. */
export const SHARD_SIZE = 64;

/** [advance, path]: thousandths of an em, y up, path as M L Q C Z with whole numbers. */
export type ShardGlyph = [advance: number, path: string];
/** Glyphs by code point in hexadecimal. */
export type GlyphShard = Record<string, ShardGlyph>;
/** Fetches one shard by font and number; undefined if it does not exist. */
export type FetchShard = (font: SealFont, shard: number) => Promise<GlyphShard | undefined>;

/** Path of a shard below the site's root. */
export const shardPath = (font: SealFont, shard: number): string =>
  `/glyphs/${font.toLowerCase()}/${shard.toString(16)}.json`;

/**
 * A cache of glyphs. `load` fetches the missing glyphs of a text; the source itself is then synchronous, so a builder
 * can draw on every keystroke.
 *
 * ```ts
 * const { source, load } = createGlyphCache(fetchShard);
 * await load('SONG', '某某公司');
 * drawSeal(design, source);
 * ```
 */
export function createGlyphCache(fetchShard: FetchShard): {
  source: GlyphSource;
  load: (font: SealFont, text: string) => Promise<void>;
} {
  // Tracks completed loads, not pending ones: in the Worker one request must not wait for another one's I/O.
  const there = new Set<string>();
  const glyphs = new Map<string, Glyph>();

  const loadShard = async (font: SealFont, number: number): Promise<void> => {
    const key = `${font}/${number}`;
    if (there.has(key)) return;
    const shard = await fetchShard(font, number);
    there.add(key);
    for (const [hex, [advance, path]] of Object.entries(shard ?? {})) {
      const character = String.fromCodePoint(Number.parseInt(hex, 16));
      if (glyphs.has(font + character)) continue;
      glyphs.set(font + character, { advance: advance / 1000, outline: parseOutline(path) });
    }
  };

  return {
    source: (font, character) => glyphs.get(font + character),
    load: async (font, text) => {
      const numbers = new Set(Array.from(text, (c) => Math.floor((c.codePointAt(0) ?? 0) / SHARD_SIZE)));
      await Promise.all(Array.from(numbers, (number) => loadShard(font, number)));
    },
  };
}

/** Parses a shard's path to drawing commands in em, y down; quadratic curves become equivalent cubic ones. */
export function parseOutline(path: string): PathCommand[] {
  const out: PathCommand[] = [];
  let [x, y] = [0, 0];
  for (const [, letter = '', numbers = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const n =
      numbers === ''
        ? []
        : numbers
            .trim()
            .split(/[\s,]+/)
            .map((value) => Number(value) / 1000);
    const at = (i: number) => n[i] ?? 0;
    if (letter === 'Z') out.push(['Z']);
    else if (letter === 'M' || letter === 'L') out.push([letter, at(0), -at(1)]);
    else if (letter === 'C') out.push(['C', at(0), -at(1), at(2), -at(3), at(4), -at(5)]);
    else {
      const [cx, cy, ex, ey] = [at(0), -at(1), at(2), -at(3)];
      const third = (from: number, to: number) => from + (2 / 3) * (to - from);
      out.push(['C', third(x, cx), third(y, cy), third(ex, cx), third(ey, cy), ex, ey]);
    }
    if (n.length >= 2) [x, y] = [at(n.length - 2), -at(n.length - 1)];
  }
  return out;
}
