import {
  boundsOfPath,
  combine,
  type DrawingItem,
  rotation,
  scaling,
  transformPath,
  translation,
} from '#core/drawing.ts';
import type { GlyphSource } from '#core/sealart/glyph-source.ts';
import type { Picture } from '#core/sealart/picture.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { CAPITALS } from './characters.ts';
import { between, pick, type Random, real } from './random.ts';
import { IMAGE_CODE_LENGTH } from './sizes.ts';
import { PX } from './slide-puzzle.ts';

/** Displayed at half size; in high contrast at full size. */
export const IMAGE_CODE = { width: 240, height: 80 } as const;
const COLOURS = ['#7a1f14', '#14406e', '#1d5330', '#3c2a63', '#6b4a0c'];

/** [5.8b] Four of A–Z and 0–9, without look-alikes. */
export const chooseCode = (random: Random): string =>
  Array.from({ length: IMAGE_CODE_LENGTH }, () => pick(random, CAPITALS)).join('');

/** [7.17c] The characters distorted and crossed by lines; `high` is black on white with one thin line. */
export function makeImageCode(random: Random, code: string, high: boolean, glyphs: GlyphSource): Picture {
  const { width, height } = IMAGE_CODE;
  const items: DrawingItem[] = [
    {
      path: [['M', 0, 0], ['L', width, 0], ['L', width, height], ['L', 0, height], ['Z']],
      fill: high ? '#ffffff' : '#f6f1e7',
    },
  ];
  if (!high) for (let i = 0; i < 5; i++) items.push(wave(random, 1.4, 0.45));
  Array.from(code).forEach((character, i) => {
    const glyph = glyphs('HEI', character);
    if (!glyph) throw new Error(`no glyph for ${character}`);
    const box = boundsOfPath(glyph.outline) ?? { x: 0, y: 0, width: 1, height: 1 };
    const size = (high ? 62 : real(random, 50, 62)) / Math.max(box.height, 0.7);
    const centred = translation(-(box.x + box.width / 2), -(box.y + box.height / 2));
    const turn = rotation(high ? between(random, -6, 6) : between(random, -24, 24));
    const lean: [number, number, number, number, number, number] = [
      1,
      0,
      high ? 0 : real(random, -0.25, 0.25),
      1,
      0,
      0,
    ];
    const place = translation(
      (width / (code.length + 0.4)) * (i + 0.7) + real(random, -3, 3),
      height / 2 + (high ? 0 : real(random, -6, 6)),
    );
    const m = combine(combine(combine(combine(centred, scaling(size * 0.9)), lean), turn), place);
    items.push({
      path: transformPath(glyph.outline, m),
      fill: high ? '#000000' : pick(random, COLOURS),
      opacity: high ? 1 : 0.9,
    });
  });
  items.push(wave(random, high ? 1 : 2, high ? 0.5 : 0.7));
  return rasterize({ widthMm: width, heightMm: height, items }, PX);
}

function wave(random: Random, strokeWidthMm: number, opacity: number): DrawingItem {
  const { width, height } = IMAGE_CODE;
  const y = () => between(random, 8, height - 8);
  return {
    path: [
      ['M', 0, y()],
      ['C', width / 3, y(), (width * 2) / 3, y(), width, y()],
    ],
    stroke: pick(random, COLOURS),
    strokeWidthMm,
    opacity,
  };
}
