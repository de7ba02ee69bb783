import { IDENTITY, type Matrix, multiply } from '#core/ofd/model/geometry.ts';
import { readMatrix, readNumber } from '#core/ofd/model/read-values.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';
import {
  CONTAINER_WEIGHT,
  capture,
  countObject,
  type DrawContext,
  define,
  RENDER_LIMITS,
  warn,
} from './context.ts';
import { format, invert, transformAttribute } from './format.ts';
import type { GraphicState } from './graphic-state.ts';

/**
 * A tiling pattern (8.3.3): its cell, repeated every XStep and YStep (mm) from the object's or the page's corner,
 * mirrored alternately according to ReflectMethod. Returns `url(#…)`; undefined if there is nothing to repeat.
 */
export function patternPaint(
  context: DrawContext,
  state: GraphicState,
  pattern: XmlElement,
  toObject: Matrix | undefined,
): string | undefined {
  const cell = child(pattern, 'CellContent');
  const width = readNumber(pattern.attributes.Width, 0);
  const height = readNumber(pattern.attributes.Height, 0);
  const stepX = Math.abs(readNumber(pattern.attributes.XStep, 0)) || width;
  const stepY = Math.abs(readNumber(pattern.attributes.YStep, 0)) || height;
  if (!cell || !(width > 0) || !(height > 0)) return undefined;
  countObject(context, CONTAINER_WEIGHT);
  if (context.patterns >= RENDER_LIMITS.patterns) {
    warn(context, 'a pattern inside patterns is not drawn');
    return undefined;
  }
  const inside = {
    ...context,
    depth: context.depth + 1,
    patterns: context.patterns + 1,
    layerDrawParam: undefined,
  };
  const content = capture(context.canvas, () => context.drawBlock(inside, cell));

  const reflect = pattern.attributes.ReflectMethod ?? 'Normal';
  const mirrorX = reflect === 'Column' || reflect === 'RowAndColumn';
  const mirrorY = reflect === 'Row' || reflect === 'RowAndColumn';
  const across = `translate(${format(stepX + width)} 0) scale(-1 1)`;
  const down = `translate(0 ${format(stepY + height)}) scale(1 -1)`;
  const cells = [content];
  if (mirrorX) cells.push(`<g transform="${across}">${content}</g>`);
  if (mirrorY) cells.push(`<g transform="${down}">${content}</g>`);
  if (mirrorX && mirrorY) cells.push(`<g transform="${across} ${down}">${content}</g>`);

  const own = readMatrix(pattern.attributes.CTM) ?? IDENTITY;
  const toPage = pattern.attributes.RelativeTo === 'Page' ? invert(state.matrix) : undefined;
  const placed = toPage ? multiply(toPage, own) : own;
  const matrix = toObject ? multiply(toObject, placed) : placed;
  const id = define(
    context.canvas,
    (name) =>
      `<pattern id="${name}" patternUnits="userSpaceOnUse" width="${format(mirrorX ? 2 * stepX : stepX)}"` +
      ` height="${format(mirrorY ? 2 * stepY : stepY)}"${transformAttribute(matrix, 'patternTransform')}>` +
      `${cells.join('')}</pattern>`,
  );
  return `url(#${id})`;
}
