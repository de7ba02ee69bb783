import {
  boundsOfItems,
  combine,
  type DrawingItem,
  type PathCommand,
  rotation,
  scaling,
  transformItems,
  transformPath,
  translation,
} from '#core/drawing.ts';
import type { Emblem } from './design.ts';
import { type Ink, inkOf, lineOf } from './set-text.ts';
import { ellipseArc, ellipsePath, type Point, polygonPath } from './shapes.ts';

/** The emblem, `sizeMm` wide and centred at (`cx`, `cy`). Drawn from geometry in one colour, as seals are. */
export function drawEmblem(kind: Emblem, sizeMm: number, cx: number, cy: number, ink: Ink): DrawingItem[] {
  const filled = (path: PathCommand[]): DrawingItem => ({ path, ...inkOf(ink) });
  const line = (path: PathCommand[], width: number): DrawingItem => ({ path, ...lineOf(ink, width) });
  switch (kind) {
    case 'NONE':
      return [];
    case 'STAR':
      // The star's tips lie on a circle around the centre, so the circle is centred rather than the star's bounding
      // box.
      return [filled(starPath(cx, cy, sizeMm / (2 * Math.sin((2 * Math.PI) / 5))))];
    case 'PARTY':
      return fitWidth(partyEmblem().map(filled), sizeMm, cx, cy);
    case 'NATIONAL':
      return fitWidth(nationalEmblem(filled, line), sizeMm, cx, cy);
  }
}

/** Scales the items to a width of `sizeMm` and centres their bounding box. */
function fitWidth(items: DrawingItem[], sizeMm: number, cx: number, cy: number): DrawingItem[] {
  const box = boundsOfItems(items) ?? { x: 0, y: 0, width: 1, height: 1 };
  const centred = translation(-(box.x + box.width / 2), -(box.y + box.height / 2));
  return transformItems(items, combine(combine(centred, scaling(sizeMm / box.width)), translation(cx, cy)));
}

/** A five-pointed star around (`cx`, `cy`) with its tips at `radius`, one pointing upwards, rotated by `degrees`. */
export function starPath(cx: number, cy: number, radius: number, degrees = 0): PathCommand[] {
  const inner = (radius * Math.cos((2 * Math.PI) / 5)) / Math.cos(Math.PI / 5);
  const points = Array.from({ length: 10 }, (_, i): Point => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5 + (degrees * Math.PI) / 180;
    const r = i % 2 === 0 ? radius : inner;
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
  });
  return polygonPath(points);
}

/** Hammer and sickle in a unit box: a thin gap separates the hammer's handle from the blade. */
function partyEmblem(): PathCommand[][] {
  const blade = sickleBlade();
  const turn = rotation(45);
  const inHammer = (path: PathCommand[]) => transformPath(path, turn);
  const head = polygonPath([
    [-0.42, -0.19],
    [-0.25, -0.19],
    [-0.25, 0.2],
    [-0.34, 0.2],
    [-0.42, 0.1],
  ]);
  const handle = polygonPath([
    [-0.26, -0.055],
    [0.62, -0.055],
    [0.62, 0.055],
    [-0.26, 0.055],
  ]);
  return [...blade, inHammer(head), inHammer(handle)];
}

/**
 * The sickle: a crescent between two circles that touch at the tip (upper left of the top), from there clockwise to the
 * lower left, with a gap where the hammer's handle crosses, and the handle with its ball.
 */
function sickleBlade(): PathCommand[][] {
  const outer = 0.43;
  const inner = 0.36;
  const tip = (-108 * Math.PI) / 180;
  const shift = outer - inner;
  const [ix, iy] = [shift * Math.cos(tip), shift * Math.sin(tip)];
  // The angle at the inner circle's centre of the point at `angle` as seen from the middle.
  const innerAngle = (angle: number): number => {
    const b = Math.cos(angle) * ix + Math.sin(angle) * iy;
    const r = b + Math.sqrt(b * b - shift * shift + inner * inner);
    return Math.atan2(r * Math.sin(angle) - iy, r * Math.cos(angle) - ix);
  };
  const piece = (from: number, to: number): PathCommand[] => {
    const out = ellipseArc(0, 0, outer, outer, from, to);
    let [a, b] = [innerAngle(to), innerAngle(from)];
    if (b > a) b -= 2 * Math.PI;
    if (a - b > 2 * Math.PI) a -= 2 * Math.PI;
    const [first, ...back] = ellipseArc(ix, iy, inner, inner, a, b);
    return [...out, ...(first?.[0] === 'M' ? [['L', first[1], first[2]] as const] : []), ...back, ['Z']];
  };
  const cross = Math.PI / 4;
  const gap = 0.19;
  const end = (128 * Math.PI) / 180;
  const grip = transformPath(
    polygonPath([
      [0.3, -0.03],
      [0.36, -0.055],
      [0.56, -0.04],
      [0.56, 0.04],
      [0.36, 0.055],
      [0.3, 0.03],
    ]),
    combine(rotation(134), translation(0.005, 0.0)),
  );
  return [piece(tip, cross - gap), piece(cross + gap, end), grip];
}

/** Five stars over Tian'anmen, with a cogwheel below and surrounding ears of grain, simplified to one colour. */
function nationalEmblem(
  filled: (path: PathCommand[]) => DrawingItem,
  line: (path: PathCommand[], width: number) => DrawingItem,
): DrawingItem[] {
  const items: DrawingItem[] = [];
  items.push(line(ellipsePath(0, -0.03, 0.345, 0.345), 0.014));
  for (const side of [-1, 1]) {
    for (let i = 0; i < 17; i++) {
      const angle = Math.PI / 2 - side * (0.42 + i * 0.152);
      items.push(
        filled(grain(angle, 0.378, side, 0.055)),
        filled(grain(angle - side * 0.07, 0.425, side, 0.055)),
      );
    }
    const stalk = Math.PI / 2 - side * 0.3;
    items.push(line(ellipseArc(0, -0.03, 0.4, 0.4, stalk, stalk - side * 2.55), 0.012));
  }
  items.push(filled(starPath(0, -0.225, 0.1)));
  for (const [x, y, turn] of [
    [-0.2, -0.115, 20],
    [-0.085, -0.078, 8],
    [0.085, -0.078, -8],
    [0.2, -0.115, -20],
  ] as const) {
    items.push(filled(starPath(x, y, 0.04, turn)));
  }
  items.push(...gate().map(filled));
  items.push({ ...filled(cogwheel(0, 0.365, 0.1, 0.08)), fillRule: 'evenodd' });
  for (const side of [-1, 1]) {
    items.push(
      line(
        [
          ['M', side * 0.07, 0.4],
          ['C', side * 0.16, 0.47, side * 0.26, 0.46, side * 0.33, 0.36],
        ],
        0.03,
      ),
      line(
        [
          ['M', side * 0.09, 0.34],
          ['C', side * 0.15, 0.39, side * 0.21, 0.39, side * 0.26, 0.33],
        ],
        0.022,
      ),
    );
  }
  return items;
}

/** A leaf-shaped grain on the ring, leaning outwards along the ear. */
function grain(angle: number, radius: number, side: number, length: number): PathCommand[] {
  const lean = angle - side * (Math.PI / 2 - 0.5);
  const [x, y] = [radius * Math.cos(angle), -0.03 + radius * Math.sin(angle)];
  const [ux, uy] = [(Math.cos(lean) * length) / 2, (Math.sin(lean) * length) / 2];
  const [vx, vy] = [-uy * 0.62, ux * 0.62];
  return [
    ['M', x - ux, y - uy],
    ['C', x - ux * 0.3 + vx, y - uy * 0.3 + vy, x + ux * 0.4 + vx, y + uy * 0.4 + vy, x + ux, y + uy],
    ['C', x + ux * 0.4 - vx, y + uy * 0.4 - vy, x - ux * 0.3 - vx, y - uy * 0.3 - vy, x - ux, y - uy],
    ['Z'],
  ];
}

/** The gate tower: two roofs, a colonnade and a base with five arches. */
function gate(): PathCommand[][] {
  const roof = (y: number, half: number, top: number, height: number): PathCommand[] => [
    ['M', -half, y],
    ['C', -half * 0.85, y - height * 0.25, -top * 1.1, y - height * 0.6, -top, y - height],
    ['L', top, y - height],
    ['C', top * 1.1, y - height * 0.6, half * 0.85, y - height * 0.25, half, y],
    ['L', half * 0.95, y + 0.012],
    ['L', -half * 0.95, y + 0.012],
    ['Z'],
  ];
  const box = (x: number, y: number, w: number, h: number): PathCommand[] =>
    polygonPath([
      [x - w / 2, y],
      [x + w / 2, y],
      [x + w / 2, y + h],
      [x - w / 2, y + h],
    ]);
  const columns = Array.from({ length: 10 }, (_, i) => box(-0.153 + i * 0.034, 0.082, 0.012, 0.045));
  const upper = Array.from({ length: 8 }, (_, i) => box(-0.105 + i * 0.03, 0.022, 0.01, 0.03));
  return [roof(0.01, 0.16, 0.1, 0.04), ...upper, roof(0.068, 0.205, 0.15, 0.032), ...columns, wall()];
}

/** The base of the gate with five arched openings, as one outline that goes around each opening. */
function wall(): PathCommand[] {
  const [top, bottom] = [0.135, 0.225];
  const path: PathCommand[] = [
    ['M', -0.25, bottom],
    ['L', -0.235, top],
    ['L', 0.235, top],
    ['L', 0.25, bottom],
  ];
  for (const [x, half, height] of [
    [0.17, 0.015, 0.045],
    [0.09, 0.017, 0.05],
    [0, 0.024, 0.062],
    [-0.09, 0.017, 0.05],
    [-0.17, 0.015, 0.045],
  ] as const) {
    const spring = bottom - height + half;
    path.push(['L', x + half, bottom], ['L', x + half, spring]);
    path.push(...ellipseArc(x, spring, half, half, 0, -Math.PI).slice(1), ['L', x - half, bottom]);
  }
  path.push(['Z']);
  return path;
}

/** A wheel with twelve teeth and a hole; filled even-odd. */
function cogwheel(cx: number, cy: number, outer: number, root: number): PathCommand[] {
  const points: Point[] = [];
  for (let i = 0; i < 12; i++) {
    for (const [part, r] of [
      [-0.3, root],
      [-0.2, outer],
      [0.2, outer],
      [0.3, root],
    ] as const) {
      const angle = ((i + part) * Math.PI) / 6;
      points.push([cx + r * Math.cos(angle), cy + r * Math.sin(angle)]);
    }
  }
  return [...polygonPath(points), ...ellipsePath(cx, cy, root * 0.6, root * 0.6)];
}
