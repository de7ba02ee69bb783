import {
  boundsOfPath,
  combine,
  type DrawingItem,
  rotation,
  scaling,
  transformPath,
  translation,
} from '#core/drawing.ts';
import type { GlyphSource, SealFont } from '#core/sealart/glyph-source.ts';
import type { Picture } from '#core/sealart/picture.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { CAPITALS, CHINESE } from './characters.ts';
import { landscape } from './landscape.ts';
import { between, pick, pickSome, type Random, real } from './random.ts';
import { CLICK_TOLERANCE, CLICKS, IMAGE } from './sizes.ts';
import { PX } from './slide-puzzle.ts';

type Point = { x: number; y: number };
export type ClickWords = { words: string[]; font: SealFont };
export type ClickPicture = { image: Picture; wordList: string[]; answer: { points: Point[] } };

/** Five characters to show; the first three are to be clicked, in their order ([5.18g]). */
export function chooseWords(random: Random, latin: boolean): ClickWords {
  return {
    words: pickSome(random, latin ? CAPITALS : CHINESE, 5),
    font: latin ? 'HEI' : pick(random, ['SONG', 'HEI', 'KAI'] as const),
  };
}

/** [9.31] The characters rotated and scattered over a landscape. Their glyphs must be loaded. */
export function makeClickPicture(
  random: Random,
  { words, font }: ClickWords,
  glyphs: GlyphSource,
): ClickPicture {
  const places = scatter(random, words.length);
  const items: DrawingItem[] = landscape(random);
  words.forEach((word, i) => {
    const { x, y } = places[i] as Point;
    const glyph = glyphs(font, word);
    if (!glyph) throw new Error(`no glyph for U+${word.codePointAt(0)?.toString(16)}`);
    const size = real(random, 30, 36);
    const box = boundsOfPath(glyph.outline) ?? { x: 0, y: 0, width: 1, height: 1 };
    const centred = translation(-(box.x + box.width / 2), -(box.y + box.height / 2));
    const turned = combine(combine(centred, scaling(size)), rotation(between(random, -38, 38)));
    const path = transformPath(glyph.outline, combine(turned, translation(x, y)));
    const dark = random.next() < 0.5;
    items.push(
      { path, stroke: dark ? '#ffffff' : '#2a2420', strokeWidthMm: 3, lineJoin: 'round', opacity: 0.75 },
      { path, fill: dark ? pick(random, ['#7a1f14', '#14406e', '#1d5330', '#3c2a63']) : '#fff8ec' },
    );
  });
  return {
    image: rasterize({ widthMm: IMAGE.width, heightMm: IMAGE.height, items }, PX),
    wordList: words.slice(0, CLICKS),
    answer: { points: places.slice(0, CLICKS) },
  };
}

/** Whether three clicks hit the words in their order. */
export function hitsWords(answer: { points: readonly Point[] }, clicks: readonly Point[]): boolean {
  return (
    clicks.length === answer.points.length &&
    answer.points.every((point, i) => {
      const click = clicks[i];
      return click !== undefined && Math.hypot(click.x - point.x, click.y - point.y) <= CLICK_TOLERANCE;
    })
  );
}

/** Centres with a minimum distance from each other and from the edges: one per column, in random order. */
function scatter(random: Random, count: number): Point[] {
  const column = (IMAGE.width - 30) / count;
  const places = Array.from({ length: count }, (_, i) => ({
    x: Math.round(15 + column * (i + 0.5) + real(random, -7, 7)),
    y: between(random, 28, IMAGE.height - 28),
  }));
  return pickSome(random, places, count);
}
