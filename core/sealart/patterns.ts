import type { DrawingItem, PathCommand } from '#core/drawing.ts';
import type { SealDesign } from './design.ts';
import { type Ink, lineOf } from './set-text.ts';
import { ellipsePath, type Point, smoothLoop } from './shapes.ts';

const HAIRLINE_MM = 0.1;

/** The pattern behind the centre: hairlines within a circle of diameter `sizeMm`. */
export function drawCentrePattern(
  pattern: SealDesign['centrePattern'],
  cx: number,
  cy: number,
  ink: Ink,
): DrawingItem[] {
  const radius = pattern.sizeMm / 2;
  const hairline = (path: PathCommand[]): DrawingItem => ({ path, ...lineOf(ink, HAIRLINE_MM) });
  switch (pattern.kind) {
    case 'NONE':
      return [];
    case 'ROSETTE':
      return [0.42, 0.3].map((wave, i) => hairline(smoothLoop(rosette(cx, cy, radius, 12 + i * 6, wave))));
    case 'RAYS':
      return [hairline(rays(cx, cy, radius, 48)), hairline(ellipsePath(cx, cy, radius, radius))];
    case 'LATTICE':
      return [hairline(lattice(cx, cy, radius, radius / 8)), hairline(ellipsePath(cx, cy, radius, radius))];
  }
}

/** A curve oscillating between the rim and `1 - 2·wave` of it, `lobes` times in three rounds. */
function rosette(cx: number, cy: number, radius: number, lobes: number, wave: number): Point[] {
  const count = lobes * 24;
  return Array.from({ length: count }, (_, i): Point => {
    const angle = (i / count) * 2 * Math.PI;
    const r = radius * (1 - wave + wave * Math.cos(lobes * angle));
    const swing = (2 * Math.PI * 1.4 * Math.sin(lobes * angle)) / lobes;
    return [cx + r * Math.cos(angle + swing), cy + r * Math.sin(angle + swing)];
  });
}

function rays(cx: number, cy: number, radius: number, count: number): PathCommand[] {
  return Array.from({ length: count }, (_, i): PathCommand[] => {
    const angle = (i / count) * 2 * Math.PI;
    const from = radius * (i % 2 === 0 ? 0.3 : 0.55);
    return [
      ['M', cx + from * Math.cos(angle), cy + from * Math.sin(angle)],
      ['L', cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)],
    ];
  }).flat();
}

/** Two sets of parallel lines at 45°, clipped at the rim. */
function lattice(cx: number, cy: number, radius: number, step: number): PathCommand[] {
  const path: PathCommand[] = [];
  const diagonal = Math.SQRT1_2;
  for (let d = -Math.floor(radius / step) * step; d < radius; d += step) {
    const half = Math.sqrt(Math.max(0, radius * radius - d * d));
    for (const side of [1, -1]) {
      const [ox, oy] = [cx + d * diagonal, cy - side * d * diagonal];
      path.push(['M', ox - half * diagonal, oy - side * half * diagonal]);
      path.push(['L', ox + half * diagonal, oy + side * half * diagonal]);
    }
  }
  return path;
}

/** Two wavy hairlines just inside the edge; `random` determines their number of waves and phase. */
export function antiFakeWaves(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  random: () => number,
  ink: Ink,
): DrawingItem[] {
  return [0, 1].map((round) => {
    const waves = 40 + Math.floor(random() * 24) + round * 8;
    const phase = random() * 2 * Math.PI;
    const height = 0.25 + random() * 0.1;
    const points = Array.from({ length: waves * 8 }, (_, i): Point => {
      const angle = (i / (waves * 8)) * 2 * Math.PI;
      const out = height * Math.sin(waves * angle + phase);
      return [cx + (rx + out) * Math.cos(angle), cy + (ry + out) * Math.sin(angle)];
    });
    return { path: smoothLoop(points), ...lineOf(ink, HAIRLINE_MM) };
  });
}

/** Three to five gaps in the edge: position (0…1 of the circumference) and length (mm). */
export function antiFakeNotches(random: () => number): { at: number; lengthMm: number }[] {
  const count = 3 + Math.floor(random() * 3);
  return Array.from({ length: count }, (_, i) => ({
    at: (i + 0.15 + random() * 0.7) / count,
    lengthMm: 0.2 + random() * 0.25,
  }));
}

/** Deterministic random numbers in 0…1 from a text (FNV-1a into mulberry32): a seal is always drawn the same. */
export function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const c of seed) state = Math.imul(state ^ (c.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
