import { IDENTITY, type Matrix, multiply } from '#core/ofd/model/geometry.ts';
import { readNumber, readOptionalNumber, readPoint } from '#core/ofd/model/read-values.ts';
import { spend } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed } from '#core/ofd/xml/walk-xml.ts';
import { type DrawContext, define } from './context.ts';
import { format, transformAttribute } from './format.ts';
import { type Color, readColor } from './read-color.ts';

/** Maximum number of colours of one gradient, and work units per colour and per child element examined. */
const MOST_SEGMENTS = 256;
const SEGMENT = 100;
const CHILD = 5;

interface Stop {
  offset: number;
  color: Color;
}

/** AxialShd (8.3.4.2) as a linear gradient; returns `url(#…)`. */
export function axialPaint(context: DrawContext, shading: XmlElement, toObject: Matrix | undefined): string {
  const start = readPoint(shading.attributes.StartPoint) ?? { x: 0, y: 0 };
  let end = readPoint(shading.attributes.EndPoint) ?? start;
  const spread = spreadOf(shading);
  const unit = readNumber(shading.attributes.MapUnit, 0);
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  if (spread !== 'pad' && unit > 0 && length > 0) {
    end = {
      x: start.x + ((end.x - start.x) * unit) / length,
      y: start.y + ((end.y - start.y) * unit) / length,
    };
  }
  const stops = writeStops(
    readStops(context, shading),
    spread === 'pad' ? readNumber(shading.attributes.Extend, 0) : 3,
  );
  const id = define(
    context.canvas,
    (name) =>
      `<linearGradient id="${name}" gradientUnits="userSpaceOnUse" x1="${format(start.x)}" y1="${format(start.y)}"` +
      ` x2="${format(end.x)}" y2="${format(end.y)}"${spreadAttribute(spread)}` +
      `${transformAttribute(toObject ?? IDENTITY, 'gradientTransform')}>${stops}</linearGradient>`,
  );
  return `url(#${id})`;
}

/** RadialShd (8.3.4.3) as a radial gradient between two circles, or ellipses of one eccentricity and angle. */
export function radialPaint(context: DrawContext, shading: XmlElement, toObject: Matrix | undefined): string {
  const start = readPoint(shading.attributes.StartPoint) ?? { x: 0, y: 0 };
  const end = readPoint(shading.attributes.EndPoint) ?? start;
  let startRadius = Math.max(0, readNumber(shading.attributes.StartRadius, 0));
  let endRadius = Math.max(0, readNumber(shading.attributes.EndRadius, 0));
  const spread = spreadOf(shading);
  let extend = spread === 'pad' ? readNumber(shading.attributes.Extend, 0) : 3;
  let stops = readStops(context, shading);
  let [inner, outer] = [start, end];
  if (startRadius > endRadius) {
    // SVG requires the focal circle inside the other one: swap the circles and reverse the colours.
    stops = stops.map((stop) => ({ offset: 1 - stop.offset, color: stop.color })).reverse();
    [startRadius, endRadius] = [endRadius, startRadius];
    [inner, outer] = [end, start];
    extend = ((extend & 1) << 1) | ((extend & 2) >> 1);
  }
  const unit = readNumber(shading.attributes.MapUnit, 0);
  if (spread !== 'pad' && unit > 0) endRadius = startRadius + unit;
  const shape = ellipse(shading, outer.x, outer.y);
  const matrix = toObject ? multiply(toObject, shape) : shape;
  const id = define(
    context.canvas,
    (name) =>
      `<radialGradient id="${name}" gradientUnits="userSpaceOnUse" cx="${format(outer.x)}" cy="${format(outer.y)}"` +
      ` r="${format(endRadius)}" fx="${format(inner.x)}" fy="${format(inner.y)}" fr="${format(startRadius)}"` +
      `${spreadAttribute(spread)}${transformAttribute(matrix, 'gradientTransform')}>` +
      `${writeStops(stops, extend)}</radialGradient>`,
  );
  return `url(#${id})`;
}

/** Maps a circle around (x, y) to an ellipse of the shading's eccentricity and angle. */
function ellipse(shading: XmlElement, x: number, y: number): Matrix {
  const eccentricity = Math.min(0.9999, Math.max(0, readNumber(shading.attributes.Eccentricity, 0)));
  if (eccentricity === 0) return IDENTITY;
  const squeeze = Math.sqrt(1 - eccentricity * eccentricity);
  const angle = (readNumber(shading.attributes.Angle, 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned: Matrix = [cos, sin, -sin * squeeze, cos * squeeze, x, y];
  return multiply(turned, [1, 0, 0, 1, -x, -y]);
}

function spreadOf(shading: XmlElement): 'pad' | 'repeat' | 'reflect' {
  const type = (shading.attributes.MapType ?? '').toLowerCase();
  return type === 'repeat' || type === 'reflect' ? type : 'pad';
}

const spreadAttribute = (spread: string) => (spread === 'pad' ? '' : ` spreadMethod="${spread}"`);

/** Segments with their positions; those without one are spaced evenly between their neighbours. */
function readStops(context: DrawContext, shading: XmlElement): Stop[] {
  spend(context.canvas.work, shading.children.length * CHILD);
  const all = [...childrenNamed(shading, 'Segment'), ...childrenNamed(shading, 'Seqment')];
  const segments = all.slice(0, MOST_SEGMENTS);
  spend(context.canvas.work, segments.length * SEGMENT);
  const positions = segments.map((segment) => readOptionalNumber(segment.attributes.Position));
  const last = segments.length - 1;
  return segments.map((segment, i) => {
    const color = child(segment, 'Color');
    return {
      offset: Math.max(0, Math.min(1, positions[i] ?? between(positions, i, last))),
      color: color ? readColor(context.document, context.resources, color) : { rgb: '#000000', alpha: 1 },
    };
  });
}

function between(positions: (number | undefined)[], i: number, last: number): number {
  let before = i;
  while (before > 0 && positions[before] === undefined) before--;
  let after = i;
  while (after < last && positions[after] === undefined) after++;
  const from = positions[before] ?? 0;
  const to = positions[after] ?? 1;
  return after === before ? from : from + ((to - from) * (i - before)) / (after - before);
}

/** Stops of the gradient; an end that does not extend (bit 0 start, bit 1 end) is left unpainted. */
function writeStops(stops: Stop[], extend: number): string {
  const one = (offset: number, color: Color, alpha = color.alpha) =>
    `<stop offset="${format(offset)}" stop-color="${color.rgb}"${alpha < 1 ? ` stop-opacity="${format(alpha)}"` : ''}/>`;
  const first = stops[0];
  const last = stops.at(-1);
  if (!first || !last) return '';
  const before = extend & 1 ? '' : one(0, first.color, 0);
  const after = extend & 2 ? '' : one(1, last.color, 0);
  return before + stops.map((stop) => one(stop.offset, stop.color)).join('') + after;
}
