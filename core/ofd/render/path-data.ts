import { type Box, boxAround, type Point } from '#core/ofd/model/geometry.ts';
import { format } from './format.ts';

export interface PathData {
  /** SVG path data in the object's space, mm. */
  d: string;
  /** Around all its points (control points too), mm. */
  box: Box;
  points: number;
}

const OPERANDS: Record<string, number> = { S: 2, M: 2, L: 2, Q: 4, B: 6, A: 7, C: 0 };
const SVG: Record<string, string> = { S: 'M', M: 'M', L: 'L', Q: 'Q', B: 'C' };
const TOKEN = /[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g;

/**
 * AbbreviatedData (9.1, table 37) as SVG path data: S start, M move, L line, Q quadratic and B cubic Bézier curve,
 * A elliptical arc, C close. What has too few operands, and operators that do not exist, end the path there.
 */
export function readPathData(text: string): PathData {
  const parts: string[] = [];
  const points: Point[] = [];
  const tokens = text.match(TOKEN) ?? [];
  for (let at = 0; at < tokens.length; ) {
    const operator = tokens[at++]!.toUpperCase();
    const count = OPERANDS[operator];
    if (count === undefined) break;
    const operands: number[] = [];
    while (operands.length < count) {
      const n = Number.parseFloat(tokens[at] ?? '');
      if (Number.isNaN(n)) break;
      operands.push(Math.max(-1e7, Math.min(1e7, n)));
      at++;
    }
    if (operands.length < count) break;
    if (parts.length === 0 && operator !== 'M' && operator !== 'S') parts.push('M0 0');
    if (operator === 'C') {
      parts.push('Z');
      continue;
    }
    if (operator === 'A') addArc(operands, parts, points);
    else {
      parts.push(SVG[operator]! + operands.map(format).join(' '));
      for (let i = 0; i < count; i += 2) points.push({ x: operands[i]!, y: operands[i + 1]! });
    }
  }
  return { d: parts.join(''), box: boxAround(points), points: points.length };
}

/** rx ry angle large sweep x y; sweep 1 is clockwise in both. The box takes the whole reach of the ellipse. */
function addArc(operands: number[], parts: string[], points: Point[]): void {
  const [rx, ry, angle, large, sweep, x, y] = operands as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const flags = `${large === 0 ? 0 : 1} ${sweep === 0 ? 0 : 1}`;
  parts.push(
    `A${format(Math.abs(rx))} ${format(Math.abs(ry))} ${format(angle)} ${flags} ${format(x)} ${format(y)}`,
  );
  const reach = 2 * Math.max(Math.abs(rx), Math.abs(ry));
  const from = points.at(-1) ?? { x: 0, y: 0 };
  points.push({ x: Math.min(from.x, x) - reach, y: Math.min(from.y, y) - reach });
  points.push({ x: Math.max(from.x, x) + reach, y: Math.max(from.y, y) + reach });
  points.push({ x, y });
}
