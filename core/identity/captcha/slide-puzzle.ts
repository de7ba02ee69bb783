import type { DrawingItem, PathCommand } from '#core/drawing.ts';
import { rotation, transformPath, translation } from '#core/drawing.ts';
import type { Picture } from '#core/sealart/picture.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { landscape } from './landscape.ts';
import { between, type Random } from './random.ts';
import { IMAGE, PIECE, SLIDE_TOLERANCE } from './sizes.ts';

/** 1 mm is 1 px. */
export const PX = 25.4;
/** Side of the piece's body; knobs protrude from it. */
const BODY = 36;
const KNOB = 7;
const PAD = (PIECE.width - BODY) / 2;

export type SlidePuzzle = {
  /** 310 × 155 with a hole, and a decoy hole. */
  image: Picture;
  /** 50 × 155: the piece at the height of its hole, on a transparent background. */
  piece: Picture;
  /** Target position of the left edge of the piece's picture, in px. */
  answer: { x: number };
};

/** [9.31] A landscape with a hole, and the piece cut out of it. */
export function makeSlidePuzzle(random: Random): SlidePuzzle {
  const image = rasterize({ widthMm: IMAGE.width, heightMm: IMAGE.height, items: landscape(random) }, PX);
  const x = between(random, 80, IMAGE.width - PIECE.width - 4);
  const y = between(random, 4, IMAGE.height - PIECE.width - 4);
  const knobs = [0, 1, 2, 3].map(() => between(random, -1, 1)) as Knobs;
  if (knobs.every((knob) => knob === 0)) knobs[0] = 1;
  const outline = pieceOutline(knobs);
  const mask = maskOf(transformPath(outline, translation(0, y)), PIECE.width);
  const piece = cut(image, x, mask);
  edge(piece, transformPath(outline, translation(0, y)), '#ffffff', 1.2, 0.85);

  const decoy = transformPath(
    pieceOutline(knobs.map((knob) => (knob === 1 ? -1 : 1)) as Knobs),
    rotation(between(random, 20, 70), PIECE.width / 2, PIECE.width / 2),
  );
  const decoyX =
    x > IMAGE.width / 2 ? between(random, 56, x - 60) : between(random, x + 60, IMAGE.width - 56);
  hole(image, transformPath(decoy, translation(decoyX, between(random, 4, IMAGE.height - 54))), 0.28);
  hole(image, transformPath(outline, translation(x, y)), 0.5);
  return { image, piece, answer: { x } };
}

/** Whether the piece was released over its hole: `x` in px of the 310 px wide picture. */
export const fitsSlide = (answer: { x: number }, point: { x: number }): boolean =>
  Math.abs(answer.x - point.x) <= SLIDE_TOLERANCE;

type Knobs = [top: number, right: number, bottom: number, left: number];

/**
 * A square with an outward knob (1), an inward knob (-1) or neither on each side; its picture's corner is the origin.
 */
function pieceOutline([top, right, bottom, left]: Knobs): PathCommand[] {
  const a = PAD;
  const b = PAD + BODY;
  const m = PAD + BODY / 2;
  const k = KNOB;
  const side = (
    knob: number,
    along: readonly [number, number],
    out: readonly [number, number],
    at: readonly [number, number],
  ): PathCommand[] => {
    if (knob === 0) return [];
    const point = (u: number, v: number) =>
      [at[0] + along[0] * u + out[0] * v * knob, at[1] + along[1] * u + out[1] * v * knob] as const;
    return [
      ['L', ...point(-k, 0)],
      ['C', ...point(-k * 1.3, k * 1.35), ...point(k * 1.3, k * 1.35), ...point(k, 0)],
    ];
  };
  return [
    ['M', a, a],
    ...side(top, [1, 0], [0, -1], [m, a]),
    ['L', b, a],
    ...side(right, [0, 1], [1, 0], [b, m]),
    ['L', b, b],
    ...side(bottom, [-1, 0], [0, 1], [m, b]),
    ['L', a, b],
    ...side(left, [0, -1], [-1, 0], [a, m]),
    ['Z'],
  ];
}

const draw = (items: readonly DrawingItem[], width: number): Picture =>
  rasterize({ widthMm: width, heightMm: IMAGE.height, items }, PX);

const maskOf = (path: readonly PathCommand[], width: number): Picture =>
  draw([{ path, fill: '#000000' }], width);

function cut(image: Picture, x: number, mask: Picture): Picture {
  const pixels = new Uint8ClampedArray(mask.width * mask.height * 4);
  for (let row = 0; row < mask.height; row++)
    for (let column = 0; column < mask.width; column++) {
      const to = (row * mask.width + column) * 4;
      const from = (row * image.width + x + column) * 4;
      pixels.set(image.pixels.subarray(from, from + 3), to);
      pixels[to + 3] = mask.pixels[to + 3] ?? 0;
    }
  return { width: mask.width, height: mask.height, pixels };
}

function hole(image: Picture, path: readonly PathCommand[], opacity: number): void {
  blend(image, draw([{ path, fill: '#1c1a18', opacity }], IMAGE.width));
  edge(image, path, '#ffffff', 1, opacity);
}

function edge(
  image: Picture,
  path: readonly PathCommand[],
  stroke: string,
  strokeWidthMm: number,
  opacity: number,
) {
  blend(image, draw([{ path, stroke, strokeWidthMm, lineJoin: 'round', opacity }], image.width));
}

/** Composites `over` onto `image`; the transparency of `image` is kept elsewhere. */
export function blend(image: Picture, over: Picture): void {
  const { pixels } = image;
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = (over.pixels[i + 3] ?? 0) / 255;
    if (alpha === 0) continue;
    const below = (pixels[i + 3] ?? 0) / 255;
    const out = alpha + below * (1 - alpha);
    for (let k = 0; k < 3; k++)
      pixels[i + k] = ((over.pixels[i + k] ?? 0) * alpha + (pixels[i + k] ?? 0) * below * (1 - alpha)) / out;
    pixels[i + 3] = out * 255;
  }
}
