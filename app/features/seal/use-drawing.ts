import { useEffect, useMemo, useRef, useState } from 'react';
import type { Drawing } from '#core/drawing.ts';
import { type AppError, isAppError } from '#core/errors.ts';
import { chinaDay, type DrawnSealPicture, drawPicture, textsOfPicture } from '#core/seal/draw-picture.ts';
import { createGlyphCache, type GlyphShard, shardPath } from '#core/sealart/glyph-shards.ts';

/** One for the whole page: a character that was drawn once is there at once the next time. */
const cache = createGlyphCache(async (font, shard) => {
  const response = await fetch(shardPath(font, shard));
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`glyphs answered ${response.status}`);
  return (await response.json()) as GlyphShard;
});

export type LiveDrawing = {
  /** The last that could be drawn: while one types, the seal does not flicker. */
  drawing: Drawing | null;
  /** Why the picture as it stands cannot be drawn: a character without a glyph, an empty board. */
  problem: AppError | null;
  /** The outlines could not be fetched. */
  failed: boolean;
};

/** The drawing of a picture, anew with every change; null while there is nothing that its rules accept. */
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
      last.current = drawPicture(picture, cache.source, chinaDay(Date.now()));
      return { drawing: last.current, problem: null, failed };
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { drawing: last.current, problem: error, failed };
    }
  }, [picture, loaded, key, failed]);
}
