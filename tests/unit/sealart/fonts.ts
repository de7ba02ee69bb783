import { fileURLToPath } from 'node:url';
import { createGlyphCache } from '#core/sealart/glyph-shards.ts';
import type { GlyphSource, SealFont } from '#core/sealart/glyph-source.ts';
import { readFace } from '#scripts/glyph-fonts.ts';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** A glyph source with these characters, read from the real fonts as the build reads them. */
export async function glyphsFor(texts: Partial<Record<SealFont, string>>): Promise<GlyphSource> {
  const cache = createGlyphCache(async (font, shard) => (await faceOf(font, texts[font] ?? '')).get(shard));
  for (const [font, text] of Object.entries(texts)) await cache.load(font as SealFont, text);
  return cache.source;
}

const faces = new Map<string, ReturnType<typeof readFace>>();

function faceOf(font: SealFont, text: string): ReturnType<typeof readFace> {
  const key = font + text;
  let face = faces.get(key);
  if (!face) {
    face = readFace(font, modules, text);
    faces.set(key, face);
  }
  return face;
}
