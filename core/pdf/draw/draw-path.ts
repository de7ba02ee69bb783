import { type Drawing, type DrawingItem, isPaper, type Matrix } from '#core/drawing.ts';
import { type PdfDict, pdfDict, pdfName } from '../read/objects.ts';
import { formatNumber } from '../write/serialize.ts';
import { fillWith, type Ink, onPaper, strokeWith } from './ink.ts';

/** Content of a page or form, with the resources that it needs. */
export interface DrawnContent {
  readonly content: string;
  /** Entries for /ExtGState. */
  readonly graphicsStates: ReadonlyMap<string, PdfDict>;
  /** Content of transparency groups with the size of the drawing, for /XObject. */
  readonly groups: ReadonlyMap<string, string>;
}

/**
 * The operators that draw `drawing` (mm, y down), clipped to its box. `matrix` maps mm, y down, to the coordinates of
 * the content. If `ink` has no transparency, colours are blended with white paper, and white or nearly white shapes are
 * omitted: they could only hide what is below.
 */
export function drawDrawing(drawing: Drawing, matrix: Matrix, ink: Ink): DrawnContent {
  const graphicsStates = new Map<string, PdfDict>();
  const groups = new Map<string, string>();
  const box = `0 0 ${number(drawing.widthMm)} ${number(drawing.heightMm)} re W n\n`;
  let content = `q\n${matrix.map(number).join(' ')} cm\n${box}`;
  for (const given of drawing.items) {
    const item = ink.transparency ? given : opaque(given);
    const together = item.fill !== undefined && item.stroke !== undefined && (item.opacity ?? 1) < 1;
    if (!together) {
      content += drawItem(item, graphicsStates, ink);
      continue;
    }
    // Fill and stroke overlap, so a transparent item is drawn as a group that gets the opacity as a whole.
    const name = `G${groups.size}`;
    groups.set(name, drawItem({ ...item, opacity: 1 }, graphicsStates, ink));
    content += `q /${opacityState(graphicsStates, item.opacity ?? 1)} gs /${name} Do Q\n`;
  }
  return { content: `${content}Q\n`, graphicsStates, groups };
}

function opaque({ fill, stroke, opacity = 1, ...rest }: DrawingItem): DrawingItem {
  const shown = (colour: string | undefined) => {
    const mixed = colour === undefined ? undefined : onPaper(colour, opacity);
    return mixed === undefined || isPaper(mixed) ? undefined : mixed;
  };
  const [area, line] = [shown(fill), shown(stroke)];
  return {
    ...rest,
    ...(area === undefined ? {} : { fill: area }),
    ...(line === undefined ? {} : { stroke: line }),
  };
}

function drawItem(item: DrawingItem, states: Map<string, PdfDict>, ink: Ink): string {
  const { fill, stroke } = item;
  if (fill === undefined && stroke === undefined) return '';
  let out = 'q\n';
  const opacity = item.opacity ?? 1;
  if (opacity < 1) out += `/${opacityState(states, opacity)} gs\n`;
  if (fill !== undefined) out += `${fillWith(ink, fill)}\n`;
  if (stroke !== undefined) {
    const cap = { butt: 0, round: 1, square: 2 }[item.lineCap ?? 'butt'];
    const join = { miter: 0, round: 1, bevel: 2 }[item.lineJoin ?? 'miter'];
    out += `${strokeWith(ink, stroke)} ${number(item.strokeWidthMm ?? 0.1)} w ${cap} J ${join} j 10 M\n`;
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

/** Adds the graphics state with that opacity to `states` and returns its name. */
export function opacityState(states: Map<string, PdfDict>, opacity: number): string {
  const name = `A${Math.round(opacity * 1000)}`;
  states.set(name, pdfDict({ Type: pdfName('ExtGState'), ca: opacity, CA: opacity }));
  return name;
}

/** Formats a length with four decimals. */
const number = (value: number): string => formatNumber(Math.round(value * 1e4) / 1e4);
