import { type Box, IDENTITY, type Matrix, multiply, transformBox } from '#core/ofd/model/geometry.ts';
import { readBoolean, readMatrix } from '#core/ofd/model/read-values.ts';
import { spend } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { childrenNamed, childText } from '#core/ofd/xml/walk-xml.ts';
import { CONTAINER_WEIGHT, countObject, type DrawContext, define } from './context.ts';
import { textOutlines } from './draw-text.ts';
import { format, transformAttribute } from './format.ts';
import { type GraphicState, readGraphicState } from './graphic-state.ts';
import { PATH_CHARACTER, readPathData } from './path-data.ts';

/**
 * ` clip-path="…"` for the object's Clips (8.4) in the container's space: areas of one clip are united, clips are
 * intersected. Empty if the object has none.
 */
export function clipAttribute(context: DrawContext, state: GraphicState, element: XmlElement): string {
  let last = '';
  for (const clips of childrenNamed(element, 'Clips')) {
    // TransFlag false: the clip follows the object's boundary, but not its CTM.
    const moved = readBoolean(clips.attributes.TransFlag, true);
    const matrix: Matrix = moved ? state.matrix : [1, 0, 0, 1, state.boundary.x, state.boundary.y];
    for (const clip of childrenNamed(clips, 'Clip')) {
      countObject(context, CONTAINER_WEIGHT);
      const areas = childrenNamed(clip, 'Area')
        .map((area) => areaMarkup(context, matrix, area))
        .join('');
      const id = define(context.canvas, (name) => `<clipPath id="${name}"${last}>${areas}</clipPath>`);
      last = ` clip-path="url(#${id})"`;
    }
  }
  return last;
}

function areaMarkup(context: DrawContext, outer: Matrix, area: XmlElement): string {
  countObject(context);
  const matrix = multiply(outer, readMatrix(area.attributes.CTM) ?? IDENTITY);
  const parts: string[] = [];
  for (const shape of area.children) {
    const state = readGraphicState(context, shape);
    const own = multiply(matrix, state.matrix);
    if (shape.name === 'Path') {
      const data = childText(shape, 'AbbreviatedData') ?? '';
      spend(context.canvas.work, data.length * PATH_CHARACTER);
      const path = readPathData(data);
      const rule = /^even-?odd$/i.test(shape.attributes.Rule ?? '') ? ' clip-rule="evenodd"' : '';
      if (path.d !== '') parts.push(`<path d="${path.d}"${transformAttribute(own)}${rule}/>`);
    } else if (shape.name === 'Text') {
      countObject(context);
      parts.push(textOutlines(context, own, shape));
    }
  }
  return parts.join('');
}

/**
 * ` clip-path="…"` for the object's boundary (8.5) if `content` (object space, mm) exceeds it noticeably. Writers round
 * boundaries, and a clip on every object would be expensive and useless.
 */
export function boundaryClip(context: DrawContext, state: GraphicState, content: Box): string {
  const { boundary } = state;
  const box = transformBox(state.matrix, content);
  const slack = 0.5;
  const inside =
    box.x >= boundary.x - slack &&
    box.y >= boundary.y - slack &&
    box.x + box.width <= boundary.x + boundary.width + slack &&
    box.y + box.height <= boundary.y + boundary.height + slack;
  // A boundary without width or height belongs to a line, or was never set.
  if (inside || boundary.width <= 0.01 || boundary.height <= 0.01) return '';
  const id = define(context.canvas, (name) => `<clipPath id="${name}">${rectMarkup(boundary)}</clipPath>`);
  return ` clip-path="url(#${id})"`;
}

/** An SVG `rect` in the units of `box`; a negative width or height, invalid in SVG, becomes 0. */
export function rectMarkup(box: Box): string {
  return `<rect x="${format(box.x)}" y="${format(box.y)}" width="${format(Math.max(0, box.width))}" height="${format(Math.max(0, box.height))}"/>`;
}
