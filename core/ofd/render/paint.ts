import type { Matrix } from '#core/ofd/model/geometry.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';
import type { DrawContext } from './context.ts';
import { format } from './format.ts';
import { axialPaint, radialPaint } from './gradient.ts';
import type { GraphicState } from './graphic-state.ts';
import { meshPaint } from './mesh.ts';
import { patternPaint } from './pattern.ts';
import { BLACK, readColor } from './read-color.ts';

/**
 * ` fill="…"` or ` stroke="…"` of a CT_Color: plain, shaded or patterned. `toObject` maps the space of the painted
 * element to the object's space (mm), in which shadings and patterns are defined. `missing` applies without a colour:
 * black for a path's stroke and a text's fill, none for a path's fill and a text's stroke (9.1, 11.2).
 */
export function paintAttribute(
  context: DrawContext,
  state: GraphicState,
  use: 'fill' | 'stroke',
  element: XmlElement | undefined,
  toObject: Matrix | undefined,
  missing: 'black' | 'none' = 'black',
): string {
  if (!element) return missing === 'none' ? ` ${use}="none"` : ` ${use}="${BLACK.rgb}"`;
  const color = readColor(context.document, context.resources, element);
  const server = paintServer(context, state, element, toObject);
  const alpha = color.alpha < 1 ? ` ${use}-opacity="${format(color.alpha)}"` : '';
  return server ? ` ${use}="${server}"${alpha}` : ` ${use}="${color.rgb}"${alpha}`;
}

function paintServer(
  context: DrawContext,
  state: GraphicState,
  element: XmlElement,
  toObject: Matrix | undefined,
): string | undefined {
  const axial = child(element, 'AxialShd');
  if (axial) return axialPaint(context, axial, toObject);
  const radial = child(element, 'RadialShd');
  if (radial) return radialPaint(context, radial, toObject);
  const pattern = child(element, 'Pattern');
  if (pattern) return patternPaint(context, state, pattern, toObject);
  const mesh =
    child(element, 'GouraudShd') ?? child(element, 'LaGouraudShd') ?? child(element, 'LaGourandShd');
  return mesh && meshPaint(context, state, mesh, toObject);
}

/** Stroke attributes without the colour. `scale` is the scale of the painted element relative to the object. */
export function strokeAttributes(state: GraphicState, scale = 1): string {
  // A width of 0 means the thinnest line of the device.
  const width = (state.lineWidth === 0 ? 0.05 : state.lineWidth) / scale;
  let text = ` stroke-width="${format(width)}"`;
  if (state.cap !== 'butt') text += ` stroke-linecap="${state.cap}"`;
  if (state.join !== 'miter') text += ` stroke-linejoin="${state.join}"`;
  else text += ` stroke-miterlimit="${format(state.miterLimit)}"`;
  if (state.dash.some((length) => length > 0)) {
    text += ` stroke-dasharray="${state.dash.map((length) => format(length / scale)).join(' ')}"`;
    if (state.dashOffset !== 0) text += ` stroke-dashoffset="${format(state.dashOffset / scale)}"`;
  }
  return text;
}
