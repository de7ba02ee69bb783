import type { Drawing, DrawingItem, Matrix } from '#core/drawing.ts';
import { type PdfDict, pdfDict, pdfName } from '../read/objects.ts';
import { formatNumber } from '../write/serialize.ts';

/** Content of a page or form, with what it needs from /Resources. */
export interface DrawnContent {
  readonly content: string;
  /** For /ExtGState. */
  readonly graphicsStates: ReadonlyMap<string, PdfDict>;
  /** Content of transparency groups in a box of the drawing's size, for /XObject. */
  readonly groups: ReadonlyMap<string, string>;
}

/**
 * The operators that draw `drawing` (mm, y down). `matrix` carries mm, y down, into the content's own space. What
 * lies outside the drawing's box is clipped.
 */
export function drawDrawing(drawing: Drawing, matrix: Matrix): DrawnContent {
  const graphicsStates = new Map<string, PdfDict>();
  const groups = new Map<string, string>();
  const box = `0 0 ${number(drawing.widthMm)} ${number(drawing.heightMm)} re W n\n`;
  let content = `q\n${matrix.map(number).join(' ')} cm\n${box}`;
  for (const item of drawing.items) {
    const together = item.fill !== undefined && item.stroke !== undefined && (item.opacity ?? 1) < 1;
    if (!together) {
      content += drawItem(item, graphicsStates);
      continue;
    }
    // Fill and line are one shape that is seen through: drawn as a group, which then gets the opacity.
    const name = `G${groups.size}`;
    groups.set(name, drawItem({ ...item, opacity: 1 }, graphicsStates));
    content += `q /${opacityState(graphicsStates, item.opacity ?? 1)} gs /${name} Do Q\n`;
  }
  return { content: `${content}Q\n`, graphicsStates, groups };
}

function drawItem(item: DrawingItem, states: Map<string, PdfDict>): string {
  const { fill, stroke } = item;
  if (fill === undefined && stroke === undefined) return '';
  let out = 'q\n';
  const opacity = item.opacity ?? 1;
  if (opacity < 1) out += `/${opacityState(states, opacity)} gs\n`;
  if (fill !== undefined) out += `${colour(fill)} rg\n`;
  if (stroke !== undefined) {
    const cap = { butt: 0, round: 1, square: 2 }[item.lineCap ?? 'butt'];
    const join = { miter: 0, round: 1, bevel: 2 }[item.lineJoin ?? 'miter'];
    out += `${colour(stroke)} RG ${number(item.strokeWidthMm ?? 0.1)} w ${cap} J ${join} j 10 M\n`;
    if (item.dash?.length) out += `[${item.dash.map(number).join(' ')}] 0 d\n`;
  }
  for (const command of item.path) {
    const [name, ...values] = command;
    if (name === 'Z') out += 'h\n';
    else
      out += `${(values as number[]).map(number).join(' ')} ${name === 'M' ? 'm' : name === 'L' ? 'l' : 'c'}\n`;
  }
  const evenOdd = item.fillRule === 'evenodd' ? '*' : '';
  const paint = fill === undefined ? 'S' : stroke === undefined ? `f${evenOdd}` : `B${evenOdd}`;
  return `${out}${paint}\nQ\n`;
}

/** The name of the graphics state with that opacity, added to `states`. */
export function opacityState(states: Map<string, PdfDict>, opacity: number): string {
  const name = `A${Math.round(opacity * 1000)}`;
  states.set(name, pdfDict({ Type: pdfName('ExtGState'), ca: opacity, CA: opacity }));
  return name;
}

/** '#rrggbb' as three operands. */
export function colour(hex: string): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255]
    .map((v) => formatNumber(Math.round((v / 255) * 1000) / 1000))
    .join(' ');
}

/** A length rounded to a ten-thousandth. */
const number = (value: number): string => formatNumber(Math.round(value * 1e4) / 1e4);
