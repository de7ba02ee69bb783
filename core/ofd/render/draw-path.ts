import type { Box } from '#core/ofd/model/geometry.ts';
import { readBoolean } from '#core/ofd/model/read-values.ts';
import { spend } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { childText } from '#core/ofd/xml/walk-xml.ts';
import { boundaryClip } from './clip.ts';
import { type DrawContext, emit } from './context.ts';
import { transformAttribute } from './format.ts';
import type { GraphicState } from './graphic-state.ts';
import { paintAttribute, strokeAttributes } from './paint.ts';
import { PATH_CHARACTER, readPathData } from './path-data.ts';

/** A PathObject (clause 9): stroked by default, filled only on request. */
export function drawPath(context: DrawContext, state: GraphicState, element: XmlElement): void {
  const data = childText(element, 'AbbreviatedData') ?? '';
  spend(context.canvas.work, data.length * PATH_CHARACTER);
  const path = readPathData(data);
  if (path.d === '') return;
  const stroke = readBoolean(element.attributes.Stroke, true);
  const fill = readBoolean(element.attributes.Fill, false);
  if (!stroke && !fill) return;
  let paint = fill
    ? paintAttribute(context, state, 'fill', state.fillColor, undefined, 'none')
    : ' fill="none"';
  if (fill && /^even-?odd$/i.test(element.attributes.Rule ?? '')) paint += ' fill-rule="evenodd"';
  if (stroke) {
    paint += paintAttribute(context, state, 'stroke', state.strokeColor, undefined) + strokeAttributes(state);
  }
  const clip = boundaryClip(context, state, grown(path.box, stroke ? state.lineWidth : 0));
  const shape = `<path d="${path.d}"${transformAttribute(state.matrix)}${paint}/>`;
  emit(context.canvas, clip === '' ? shape : `<g${clip}>${shape}</g>`);
}

function grown(box: Box, by: number): Box {
  return { x: box.x - by / 2, y: box.y - by / 2, width: box.width + by, height: box.height + by };
}
