import { AppError } from '#core/errors.ts';
import { type Picture, pxOf } from './picture.ts';
import { resamplePicture } from './resample.ts';

/** Resolution of every uploaded seal ([5.5a], [9.5]). */
export const UPLOAD_DPI = 600;

export type CleanOptions = { widthMm: number; heightMm: number };

/**
 * Extracts the seal from a photograph or scan: the paper becomes transparent, the ink keeps its colour, and the result
 * is cropped to the ink and fitted into `widthMm` × `heightMm` at 600 DPI. Throws PICTURE_NOT_A_SEAL if no ink
 * contrasts with the paper or if there is no paper ([5.5b]).
 *
 * ```ts
 * const seal = cleanPicture(readPng(bytes), { widthMm: 42, heightMm: 42 });
 * ```
 */
export function cleanPicture(picture: Picture, { widthMm, heightMm }: CleanOptions): Picture {
  if (picture.width < 40 || picture.height < 40) throw new AppError('PICTURE_NOT_A_SEAL');
  const cut = hasOwnTransparency(picture) ? copy(picture) : removePaper(picture);
  const ink = inkBox(cut);
  if (!ink) throw new AppError('PICTURE_NOT_A_SEAL');
  return fitInto(cut, ink, pxOf(widthMm, UPLOAD_DPI), pxOf(heightMm, UPLOAD_DPI));
}

const copy = (picture: Picture): Picture => ({ ...picture, pixels: new Uint8ClampedArray(picture.pixels) });

/** Whether the background was removed already: at least a tenth of the picture is transparent. */
function hasOwnTransparency({ pixels }: Picture): boolean {
  let clear = 0;
  for (let i = 3; i < pixels.length; i += 4) if ((pixels[i] ?? 255) < 16) clear++;
  return clear > pixels.length / 40;
}

/** Grid cells per side for measuring the paper's colour: photographs are lit unevenly. */
const GRID = 12;
/** Differences from the paper (0…255): below the first value is paper, above the second ink, mixed in between. */
const PAPER_UP_TO = 22;
const INK_FROM = 90;

function removePaper(picture: Picture): Picture {
  const { width, height, pixels } = picture;
  const paper = measurePaper(picture);
  const out = new Uint8ClampedArray(pixels.length);
  let inked = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const [pr, pg, pb] = paperAt(paper, (x / width) * GRID - 0.5, (y / height) * GRID - 0.5);
      const r = pixels[at] ?? 0;
      const g = pixels[at + 1] ?? 0;
      const b = pixels[at + 2] ?? 0;
      const a = pixels[at + 3] ?? 255;
      const difference = Math.max(
        pr - r,
        pg - g,
        pb - b,
        (Math.abs(r - pr) + Math.abs(g - pg) + Math.abs(b - pb)) / 3,
      );
      const cover = Math.min(1, Math.max(0, (difference - PAPER_UP_TO) / (INK_FROM - PAPER_UP_TO)));
      if (cover === 0) continue;
      inked += cover;
      // Solves pixel = ink · cover + paper · (1 - cover) for the ink's colour.
      out[at] = (r - pr * (1 - cover)) / cover;
      out[at + 1] = (g - pg * (1 - cover)) / cover;
      out[at + 2] = (b - pb * (1 - cover)) / cover;
      out[at + 3] = cover * a;
    }
  }
  const share = inked / (width * height);
  if (share < 0.002 || share > 0.7) throw new AppError('PICTURE_NOT_A_SEAL');
  return { width, height, pixels: out };
}

type Colour = readonly [number, number, number];

/**
 * The paper's colour per cell: the colour at the 85th percentile of brightness. A cell filled with ink is darker or
 * more saturated than the paper and takes the colour of its neighbours instead.
 */
function measurePaper({ width, height, pixels }: Picture): Colour[] {
  const cells = Array.from({ length: GRID * GRID }, (_, i): Colour => {
    const [gx, gy] = [i % GRID, Math.floor(i / GRID)];
    const [x0, x1] = [Math.floor((gx * width) / GRID), Math.ceil(((gx + 1) * width) / GRID)];
    const [y0, y1] = [Math.floor((gy * height) / GRID), Math.ceil(((gy + 1) * height) / GRID)];
    const step = Math.max(1, Math.floor(Math.sqrt(((x1 - x0) * (y1 - y0)) / 400)));
    const samples: Colour[] = [];
    for (let y = y0; y < y1; y += step) {
      for (let x = x0; x < x1; x += step) {
        const at = (y * width + x) * 4;
        samples.push([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]);
      }
    }
    return percentile(samples, 0.85);
  });
  const usual = percentile(cells, 0.6);
  if (brightness(usual) < 90) throw new AppError('PICTURE_NOT_A_SEAL');
  const odd = (cell: Colour) =>
    brightness(usual) - brightness(cell) > 60 || saturation(cell) - saturation(usual) > 45;
  return cells.map((cell) => (odd(cell) ? usual : cell));
}

const brightness = ([r, g, b]: Colour): number => (r * 299 + g * 587 + b * 114) / 1000;
const saturation = ([r, g, b]: Colour): number => Math.max(r, g, b) - Math.min(r, g, b);

function percentile(colours: Colour[], part: number): Colour {
  const sorted = [...colours].sort((a, b) => brightness(a) - brightness(b));
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? [255, 255, 255];
}

/** The paper's colour at a grid position, interpolated between the centres of the four surrounding cells. */
function paperAt(cells: readonly Colour[], x: number, y: number): Colour {
  const clamp = (n: number) => Math.max(0, Math.min(GRID - 1, n));
  const [x0, y0] = [clamp(Math.floor(x)), clamp(Math.floor(y))];
  const [x1, y1] = [clamp(x0 + 1), clamp(y0 + 1)];
  const [fx, fy] = [Math.max(0, Math.min(1, x - x0)), Math.max(0, Math.min(1, y - y0))];
  const mix = (k: 0 | 1 | 2): number => {
    const at = (cx: number, cy: number) => cells[cy * GRID + cx]?.[k] ?? 255;
    return (
      (at(x0, y0) * (1 - fx) + at(x1, y0) * fx) * (1 - fy) + (at(x0, y1) * (1 - fx) + at(x1, y1) * fx) * fy
    );
  };
  return [mix(0), mix(1), mix(2)];
}

type PxBox = { x: number; y: number; width: number; height: number };

/** Bounding box of the ink; ignores rows and columns at the rim with almost no ink (dust). */
function inkBox({ width, height, pixels }: Picture): PxBox | undefined {
  const columns = new Float64Array(width);
  const rows = new Float64Array(height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const alpha = (pixels[(y * width + x) * 4 + 3] ?? 0) / 255;
      if (alpha < 0.25) continue;
      columns[x] = (columns[x] ?? 0) + alpha;
      rows[y] = (rows[y] ?? 0) + alpha;
    }
  }
  const range = (sums: Float64Array) => {
    const enough = Math.max(1.5, sums.length * 0.004);
    const first = sums.findIndex((sum) => sum >= enough);
    const last = sums.findLastIndex((sum) => sum >= enough);
    return first < 0 ? undefined : { first, length: last - first + 1 };
  };
  const [h, v] = [range(columns), range(rows)];
  if (!h || !v || h.length < 16 || v.length < 16) return undefined;
  return { x: h.first, y: v.first, width: h.length, height: v.length };
}

/** The picture's box centred in `width` × `height` px, scaled to fit with its aspect ratio. */
function fitInto(picture: Picture, box: PxBox, width: number, height: number): Picture {
  const scale = Math.min(width / box.width, height / box.height);
  const inner = resamplePicture(
    picture,
    box,
    Math.max(1, Math.min(width, Math.round(box.width * scale))),
    Math.max(1, Math.min(height, Math.round(box.height * scale))),
  );
  if (inner.width === width && inner.height === height) return inner;
  const pixels = new Uint8ClampedArray(width * height * 4);
  const [dx, dy] = [Math.floor((width - inner.width) / 2), Math.floor((height - inner.height) / 2)];
  for (let y = 0; y < inner.height; y++) {
    const row = inner.pixels.subarray(y * inner.width * 4, (y + 1) * inner.width * 4);
    pixels.set(row, ((y + dy) * width + dx) * 4);
  }
  return { width, height, pixels };
}
