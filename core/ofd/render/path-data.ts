import type { Box } from '#core/ofd/model/geometry.ts';
import { format } from './format.ts';

export interface PathData {
  /** SVG path data in the object's space, mm. */
  d: string;
  /** Bounding box of all points, including control points, mm. */
  box: Box;
}

/** Work units per character of path data. */
export const PATH_CHARACTER = 9;

const OPERANDS: Record<string, number> = { S: 2, M: 2, L: 2, Q: 4, B: 6, A: 7, C: 0 };
const SVG: Record<string, string> = { S: 'M', M: 'M', L: 'L', Q: 'Q', B: 'C' };
const TOKEN = /[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g;

/**
 * AbbreviatedData (9.1, table 37) as SVG path data: S start, M move, L line, Q quadratic and B cubic Bézier curve,
 * A elliptical arc, C close. An unknown operator or too few operands end the path there; surplus numbers are
 * skipped.
 */
export function readPathData(text: string): PathData {
  const parts: string[] = [];
  const reach = growingBox();
  for (const { operator, operands } of pathSegments(text)) {
    if (parts.length === 0 && operator !== 'M' && operator !== 'S') parts.push('M0 0');
    parts.push(segment(operator, operands, reach));
  }
  return { d: parts.join(''), box: reach.box() };
}

/** The segments of a path, as in `readPathData`: an operator of table 37 with all its operands. */
export function* pathSegments(text: string): Generator<{ operator: string; operands: number[] }> {
  let operator = '';
  let operands: number[] = [];
  // One token at a time: a drawing may have millions.
  for (const [token] of text.matchAll(TOKEN)) {
    const n = Number.parseFloat(token);
    if (Number.isNaN(n)) {
      if (operator !== '') break;
      operator = token.toUpperCase();
      if (OPERANDS[operator] === undefined) break;
    } else {
      if (operator === '') continue;
      operands.push(Math.max(-1e7, Math.min(1e7, n)));
    }
    if (operands.length < OPERANDS[operator]!) continue;
    yield { operator, operands };
    operator = '';
    operands = [];
  }
}

function segment(operator: string, operands: number[], reach: GrowingBox): string {
  if (operator === 'C') return 'Z';
  if (operator === 'A') return arc(operands, reach);
  for (let i = 0; i < operands.length; i += 2) reach.add(operands[i]!, operands[i + 1]!);
  return SVG[operator]! + operands.map(format).join(' ');
}

/** rx ry angle large sweep x y; sweep 1 is clockwise in both. The box includes the full extent of the ellipse. */
function arc(operands: number[], reach: GrowingBox): string {
  const [rx, ry, angle, large, sweep, x, y] = operands as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const from = reach.last();
  const most = 2 * Math.max(Math.abs(rx), Math.abs(ry));
  reach.add(Math.min(from.x, x) - most, Math.min(from.y, y) - most);
  reach.add(Math.max(from.x, x) + most, Math.max(from.y, y) + most);
  reach.add(x, y);
  const flags = `${large === 0 ? 0 : 1} ${sweep === 0 ? 0 : 1}`;
  return `A${format(Math.abs(rx))} ${format(Math.abs(ry))} ${format(angle)} ${flags} ${format(x)} ${format(y)}`;
}

interface GrowingBox {
  add(x: number, y: number): void;
  /** The current point; 0 0 before the first one. */
  last(): { x: number; y: number };
  box(): Box;
}

function growingBox(): GrowingBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let last = { x: 0, y: 0 };
  return {
    add(x, y) {
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
      last = { x, y };
    },
    last: () => last,
    box: () =>
      left > right
        ? { x: 0, y: 0, width: 0, height: 0 }
        : { x: left, y: top, width: right - left, height: bottom - top },
  };
}
