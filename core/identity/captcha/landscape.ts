import type { DrawingItem, PathCommand } from '#core/drawing.ts';
import { between, pick, type Random, real } from './random.ts';
import { IMAGE } from './sizes.ts';

type Palette = { sky: [string, string]; hills: readonly string[]; sun: string };

const PALETTES: readonly Palette[] = [
  { sky: ['#f3d9b8', '#e9b28e'], hills: ['#b98a78', '#8d6f76', '#5f5a6e', '#3d4259'], sun: '#e2654a' },
  { sky: ['#cfe3ec', '#f1e6d0'], hills: ['#9bbcb4', '#6f9a92', '#4c7a74', '#315a58'], sun: '#f4c86a' },
  { sky: ['#d9d4ec', '#f2d6d2'], hills: ['#a99bc4', '#8379a8', '#5f5c88', '#40456a'], sun: '#f0a58a' },
  { sky: ['#e6e9cf', '#cddcb4'], hills: ['#a9b98a', '#83996a', '#5f7a52', '#43603f'], sun: '#d98a4a' },
  { sky: ['#bcd7e6', '#8fb6d1'], hills: ['#7fa0b8', '#5b7f9c', '#41637f', '#2c4860'], sun: '#f5e3b0' },
];

/**
 * A random landscape as a drawing with 1 mm per px: sky, sun, overlapping hills, and texture that makes the edges of a
 * cut-out piece less conspicuous.
 */
export function landscape(random: Random): DrawingItem[] {
  const { width, height } = IMAGE;
  const palette = pick(random, PALETTES);
  const items: DrawingItem[] = [];
  const bands = 24;
  for (let i = 0; i < bands; i++) {
    const top = (height * i) / bands;
    items.push({ path: rect(0, top, width, height / bands + 1), fill: mix(...palette.sky, i / (bands - 1)) });
  }
  const sun = { x: between(random, 30, width - 30), y: between(random, 16, 60), r: between(random, 12, 24) };
  items.push({ path: circle(sun.x, sun.y, sun.r), fill: palette.sun, opacity: real(random, 0.6, 0.95) });
  palette.hills.forEach((fill, i) => {
    items.push({ path: ridge(random, height * (0.3 + i * 0.17), 26 - i * 3), fill, opacity: 0.92 });
  });
  for (let i = 0; i < 26; i++) items.push(texture(random, palette));
  return items;
}

const rect = (x: number, y: number, w: number, h: number): PathCommand[] => [
  ['M', x, y],
  ['L', x + w, y],
  ['L', x + w, y + h],
  ['L', x, y + h],
  ['Z'],
];

/** A circle of four curves around (`x`, `y`), closed; px, like the whole picture. */
export function circle(x: number, y: number, r: number): PathCommand[] {
  const k = r * 0.5523;
  return [
    ['M', x + r, y],
    ['C', x + r, y + k, x + k, y + r, x, y + r],
    ['C', x - k, y + r, x - r, y + k, x - r, y],
    ['C', x - r, y - k, x - k, y - r, x, y - r],
    ['C', x + k, y - r, x + r, y - k, x + r, y],
    ['Z'],
  ];
}

/** Outline of a hill: a sum of waves, closed along the bottom. */
function ridge(random: Random, middle: number, swing: number): PathCommand[] {
  const { width, height } = IMAGE;
  const waves = [1, 2.3, 4.1, 7.7].map((turns, i) => ({
    turns: turns * real(random, 0.8, 1.3),
    phase: real(random, 0, 2 * Math.PI),
    swing: swing / (1 + i * 1.2),
  }));
  const path: PathCommand[] = [['M', 0, height]];
  for (let x = 0; x <= width; x += 5) {
    const y = waves.reduce(
      (sum, w) => sum + w.swing * Math.sin((x / width) * 2 * Math.PI * w.turns + w.phase),
      middle,
    );
    path.push(['L', x, y]);
  }
  return [...path, ['L', width, height], ['Z']];
}

/** A faint bird, cloud, tree or shaft of light. */
function texture(random: Random, { hills, sun, sky }: Palette): DrawingItem {
  const x = between(random, 0, IMAGE.width);
  const y = between(random, 0, IMAGE.height);
  const size = real(random, 6, 26);
  const opacity = real(random, 0.15, 0.5);
  switch (between(random, 0, 3)) {
    case 0:
      return { path: circle(x, y, size / 2), fill: pick(random, [...sky, sun]), opacity };
    case 1:
      return {
        path: [['M', x, y], ['L', x + size / 2, y + size * 1.4], ['L', x - size / 2, y + size * 1.4], ['Z']],
        fill: pick(random, hills),
        opacity,
      };
    case 2:
      return {
        path: [
          ['M', x, y],
          ['C', x + size, y - size, x + size * 2, y + size, x + size * 3, y],
        ],
        stroke: pick(random, [...hills, ...sky]),
        strokeWidthMm: real(random, 1, 3),
        lineCap: 'round',
        opacity,
      };
    default:
      return {
        path: rect(x, y, size, size * real(random, 0.3, 1.2)),
        fill: pick(random, hills),
        opacity: opacity / 2,
      };
  }
}

function mix(a: string, b: string, t: number): string {
  const part = (i: number) => {
    const from = Number.parseInt(a.slice(i, i + 2), 16);
    const to = Number.parseInt(b.slice(i, i + 2), 16);
    return Math.round(from + (to - from) * t)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}
