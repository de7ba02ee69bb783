import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import type { Drawing } from '#core/drawing.ts';
import type { Picture } from '#core/sealart/picture.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { readPng } from './read-png.ts';

const GOLDEN_DPI = 150;
const folder = fileURLToPath(new URL('../../fixtures/sealart/', import.meta.url));

/**
 * How the drawing differs from the kept picture `name`: mean difference and share of pixels that differ by more than
 * a quarter. With UPDATE_GOLDENS=1 the picture is kept anew.
 */
export function compareWithGolden(name: string, drawing: Drawing): { mean: number; far: number } {
  const now = rasterize(drawing, GOLDEN_DPI);
  const file = `${folder}${name}.png`;
  if (process.env.UPDATE_GOLDENS === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, writePng(now, GOLDEN_DPI));
  }
  if (!existsSync(file))
    throw new Error(`no golden ${file}; look at the drawing and keep it with UPDATE_GOLDENS=1`);
  return difference(now, readPng(readFileSync(file), crc32));
}

/** Mean difference of the channels (0…1, colours counted by alpha) and share of pixels that differ by over a quarter. */
export function difference(a: Picture, b: Picture): { mean: number; far: number } {
  if (a.width !== b.width || a.height !== b.height) return { mean: 1, far: 1 };
  let [sum, far] = [0, 0];
  for (let i = 0; i < a.pixels.length; i += 4) {
    let worst = 0;
    const [alphaA, alphaB] = [(a.pixels[i + 3] ?? 0) / 255, (b.pixels[i + 3] ?? 0) / 255];
    for (let k = 0; k < 4; k++) {
      const [va, vb] = [a.pixels[i + k] ?? 0, b.pixels[i + k] ?? 0];
      const apart = Math.abs(k === 3 ? va - vb : va * alphaA - vb * alphaB) / 255;
      sum += apart;
      worst = Math.max(worst, apart);
    }
    if (worst > 0.25) far++;
  }
  return { mean: sum / a.pixels.length, far: far / (a.pixels.length / 4) };
}
