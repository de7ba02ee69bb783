import type { FontProgram, OutlineSink } from './outline.ts';

/**
 * SVG path data of many glyphs in one path: relative commands on an integer grid of `unitsPerEm` to the em, y down.
 * Each added glyph extends the data at its position (grid units).
 */
export interface GlyphPath {
  unitsPerEm: number;
  data: string;
  /** Adds a glyph and returns the result. `turn` is 0, 90, 180 or 270 degrees clockwise. */
  add(
    font: FontProgram,
    glyph: number,
    x: number,
    y: number,
    hScale: number,
    turn: number,
  ): 'drawn' | 'blank' | 'missing';
}

/** Work units per glyph, and per segment of its outline. */
const GLYPH = 100;
const SEGMENT = 30;

/** An empty path. `spend` is called with work units before and after each glyph is drawn, and may throw. */
export function glyphPath(unitsPerEm: number, spend: (units: number) => void): GlyphPath {
  const parts: string[] = [];
  return {
    unitsPerEm,
    get data() {
      return parts.join('');
    },
    add(font, glyph, x, y, hScale, turn) {
      const k = unitsPerEm / font.unitsPerEm;
      const [cos, sin] = turn === 90 ? [0, 1] : turn === 180 ? [-1, 0] : turn === 270 ? [0, -1] : [1, 0];
      const place = (gx: number, gy: number): [number, number] => {
        const right = gx * k * hScale;
        const down = -gy * k;
        return [x + right * cos - down * sin, y + right * sin + down * cos];
      };
      const before = parts.length;
      spend(GLYPH);
      const drawn = font.draw(glyph, { ...relativeSink(parts, place), spend });
      spend((parts.length - before) * SEGMENT);
      if (!drawn) return 'missing';
      return parts.length > before ? 'drawn' : 'blank';
    },
  };
}

function relativeSink(parts: string[], place: (x: number, y: number) => [number, number]): OutlineSink {
  let atX = 0;
  let atY = 0;
  let startX = 0;
  let startY = 0;
  const grid = (x: number, y: number): [number, number] => {
    const [px, py] = place(x, y);
    return [Math.round(clampGrid(px)), Math.round(clampGrid(py))];
  };
  const write = (command: string, ...points: [number, number][]) => {
    let text = command;
    for (const [px, py] of points) text += number(px - atX, text === command) + number(py - atY, false);
    [atX, atY] = points[points.length - 1]!;
    parts.push(text);
  };
  return {
    moveTo(x, y) {
      const [px, py] = grid(x, y);
      parts.push(`M${px}${number(py, false)}`);
      atX = startX = px;
      atY = startY = py;
    },
    lineTo: (x, y) => write('l', grid(x, y)),
    quadTo: (x1, y1, x, y) => write('q', grid(x1, y1), grid(x, y)),
    curveTo: (x1, y1, x2, y2, x, y) => write('c', grid(x1, y1), grid(x2, y2), grid(x, y)),
    close() {
      parts.push('z');
      atX = startX;
      atY = startY;
    },
  };
}

const clampGrid = (n: number) => (Number.isFinite(n) ? Math.max(-1e8, Math.min(1e8, n)) : 0);

/** A number that follows another: a minus sign already separates the two. */
const number = (n: number, first: boolean) => (first || n < 0 ? `${n}` : ` ${n}`);
