import type { Fetcher } from '@cloudflare/workers-types';
import { createGlyphCache, type GlyphShard, shardPath } from '#core/sealart/glyph-shards.ts';
import type { GlyphSource, SealFont } from '#core/sealart/glyph-source.ts';
import type { Context } from './context.ts';

const caches = new WeakMap<Fetcher, ReturnType<typeof createGlyphCache>>();

/** Glyph outlines for the characters of the given texts, read from the site's static files. */
export async function loadGlyphs(
  context: Pick<Context, 'env'>,
  texts: readonly { font: SealFont; text: string }[],
): Promise<GlyphSource> {
  const { ASSETS } = context.env;
  let cache = caches.get(ASSETS);
  if (!cache) {
    cache = createGlyphCache(async (font, shard) => {
      const response = await ASSETS.fetch(`http://assets${shardPath(font, shard)}`);
      if (response.ok) return (await response.json()) as GlyphShard;
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      throw new Error(`glyphs answered ${response.status}`);
    });
    caches.set(ASSETS, cache);
  }
  const { load, source } = cache;
  await Promise.all(texts.map(({ font, text }) => load(font, text)));
  return source;
}
