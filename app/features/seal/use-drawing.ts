import { useEffect, useMemo, useRef, useState } from 'react';
import { chinaDate } from '#core/china-time.ts';
import type { Drawing } from '#core/drawing.ts';
import { type AppError, isAppError } from '#core/errors.ts';
import { type DrawnSealPicture, drawPicture, textsOfPicture } from '#core/seal/draw-picture.ts';
import { createGlyphCache, type GlyphShard, shardPath } from '#core/sealart/glyph-shards.ts';

/** Shared by the whole page: glyphs are fetched once. */
const cache = createGlyphCache(async (font, shard) => {
  const response = await fetch(shardPath(font, shard));
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`glyphs answered ${response.status}`);
  return (await response.json()) as GlyphShard;
});

export type LiveDrawing = {
  /** The last drawing that succeeded, so that the seal does not flicker while typing. */
  drawing: Drawing | null;
  /** Why the current picture cannot be drawn, for example a character without a glyph or an empty board. */
  problem: AppError | null;
  /** Whether the glyphs could not be fetched. */
  failed: boolean;
};

/** Draws a picture after every change. `picture` is null while the values are invalid. */
export function useDrawing(picture: DrawnSealPicture | null): LiveDrawing {
  const key = picture ? JSON.stringify(textsOfPicture(picture)) : '';
  const [loaded, setLoaded] = useState('');
  const [failed, setFailed] = useState(false);
  const last = useRef<Drawing | null>(null);

  useEffect(() => {
    if (key === '') return;
    let current = true;
    const texts = JSON.parse(key) as ReturnType<typeof textsOfPicture>;
    Promise.all(texts.map(({ font, text }) => cache.load(font, text))).then(
      () => {
        if (!current) return;
        setFailed(false);
        setLoaded(key);
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [key]);

  return useMemo(() => {
    if (!picture || loaded !== key) return { drawing: last.current, problem: null, failed };
    try {
      last.current = drawPicture(picture, cache.source, chinaDate(Date.now()));
      return { drawing: last.current, problem: null, failed };
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { drawing: last.current, problem: error, failed };
    }
  }, [picture, loaded, key, failed]);
}
