import { type Bytes, utf8 } from '#core/bytes.ts';
import type { Drawing, DrawingItem, PathCommand } from '#core/drawing.ts';
import { OFD_NAMESPACE, XML_HEAD } from './edit-xml.ts';
import { rewritePackage } from './rewrite-package.ts';
import { lengthText } from './write-signature-xml.ts';

/** Objects of a page block and the next free ID. */
export type DrawnObjects = { xml: string; nextId: number };

/**
 * A drawing as path objects (GB/T 33190-2016, clause 9), vector and sharp at any zoom. IDs count from `firstId`;
 * `opacity` (0…1) applies to the whole drawing. Coordinates are mm from the drawing's corner.
 */
export function pathObjects(drawing: Drawing, firstId: number, opacity = 1): DrawnObjects {
  let nextId = firstId;
  const objects = drawing.items
    .filter((item) => item.path.length > 0 && (item.fill ?? item.stroke) !== undefined)
    .map((item) => pathObject(item, drawing, nextId++, opacity));
  return { xml: objects.join('\n'), nextId };
}

function pathObject(item: DrawingItem, drawing: Drawing, id: number, opacity: number): string {
  const alpha = Math.round(255 * (item.opacity ?? 1) * opacity);
  const attributes = [
    `ID="${id}"`,
    `Boundary="0 0 ${lengthText(drawing.widthMm)} ${lengthText(drawing.heightMm)}"`,
    `Fill="${item.fill !== undefined}"`,
    `Stroke="${item.stroke !== undefined}"`,
    ...(alpha < 255 ? [`Alpha="${alpha}"`] : []),
    ...(item.fillRule === 'evenodd' ? ['Rule="Even-Odd"'] : []),
    ...(item.stroke !== undefined ? strokeAttributes(item) : []),
  ];
  const stroke = item.stroke === undefined ? '' : `<ofd:StrokeColor Value="${colorText(item.stroke)}"/>`;
  const fill = item.fill === undefined ? '' : `<ofd:FillColor Value="${colorText(item.fill)}"/>`;
  const data = `<ofd:AbbreviatedData>${item.path.map(commandText).join(' ')}</ofd:AbbreviatedData>`;
  return `<ofd:PathObject ${attributes.join(' ')}>${stroke}${fill}${data}</ofd:PathObject>`;
}

const CAPS = { butt: 'Butt', round: 'Round', square: 'Square' } as const;
const JOINS = { miter: 'Miter', round: 'Round', bevel: 'Bevel' } as const;

function strokeAttributes(item: DrawingItem): string[] {
  const join = item.lineJoin ?? 'miter';
  return [
    `LineWidth="${lengthText(item.strokeWidthMm ?? 0.1)}"`,
    `Cap="${CAPS[item.lineCap ?? 'butt']}"`,
    `Join="${JOINS[join]}"`,
    ...(join === 'miter' ? ['MiterLimit="10"'] : []),
    ...(item.dash && item.dash.length > 0 ? [`DashPattern="${item.dash.map(lengthText).join(' ')}"`] : []),
  ];
}

function commandText(command: PathCommand): string {
  if (command[0] === 'Z') return 'C';
  const [name, ...numbers] = command;
  return `${name === 'C' ? 'B' : name} ${numbers.map(lengthText).join(' ')}`;
}

/** '#rrggbb' as the three components of OFD's default RGB. */
function colorText(color: string): string {
  const value = Number.parseInt(color.slice(1, 7), 16);
  return `${(value >> 16) & 255} ${(value >> 8) & 255} ${value & 255}`;
}

/**
 * The drawing made as transparent as possible: OFD has no blend modes (GB/T 33190-2016), so each colour is replaced by
 * its darkest equivalent, with the opacity at which it looks the same on white paper. White is omitted, a pale colour
 * only tints, black and pure red stay; no colour covers text with anything lighter than itself, which is what Multiply
 * would do on a PDF.
 */
export function seeThrough(drawing: Drawing): Drawing {
  const items = drawing.items.flatMap(({ fill, stroke, ...rest }): DrawingItem[] => {
    const [area, line] = [fill && darkest(fill), stroke && darkest(stroke)];
    const opacity = rest.opacity ?? 1;
    const own = { ...rest, ...(stroke === undefined ? {} : { strokeWidthMm: rest.strokeWidthMm ?? 0.1 }) };
    if (area && line && area.opacity === line.opacity)
      return shown(own, { fill: area.colour, stroke: line.colour }, opacity * area.opacity);
    return [
      ...(area ? shown(rest, { fill: area.colour }, opacity * area.opacity) : []),
      ...(line ? shown(own, { stroke: line.colour }, opacity * line.opacity) : []),
    ];
  });
  return { ...drawing, items };
}

function shown(
  item: Omit<DrawingItem, 'fill' | 'stroke'>,
  colours: Pick<DrawingItem, 'fill' | 'stroke'>,
  opacity: number,
): DrawingItem[] {
  // Below this the opacity rounds to 0 of 255.
  if (opacity < 0.5 / 255) return [];
  const { opacity: _, ...rest } = item;
  return [{ ...rest, ...colours, ...(opacity < 1 ? { opacity } : {}) }];
}

/** '#rrggbb' as a colour whose lowest channel is 0, and the opacity at which it looks the same on white. */
function darkest(hex: string): { colour: string; opacity: number } {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  const channels = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
  const opacity = 1 - Math.min(...channels) / 255;
  if (opacity === 0) return { colour: '#000000', opacity };
  const dark = channels.map((v) => Math.max(0, Math.round((v - 255 * (1 - opacity)) / opacity)));
  return { colour: `#${dark.map((v) => v.toString(16).padStart(2, '0')).join('')}`, opacity };
}

/**
 * A drawing as a single-page OFD of its size: the picture type OFD of seals (GB/T 38540-2020, 6.1.4). Made as
 * transparent as possible (see `seeThrough`).
 *
 * ```ts
 * const picture = ofdOfDrawing(drawSeal(design, glyphs));
 * ```
 */
export function ofdOfDrawing(drawing: Drawing): Bytes {
  const { xml, nextId } = pathObjects(seeThrough(drawing), 4);
  const namespace = `xmlns:ofd="${OFD_NAMESPACE}"`;
  const box = `0 0 ${lengthText(drawing.widthMm)} ${lengthText(drawing.heightMm)}`;
  const area = `<ofd:PhysicalBox>${box}</ofd:PhysicalBox>`;
  const files: [string, string][] = [
    [
      'OFD.xml',
      `<ofd:OFD ${namespace} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:DocID>00000000000000000000000000000000</ofd:DocID></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    ],
    [
      'Doc_0/Document.xml',
      `<ofd:Document ${namespace}><ofd:CommonData><ofd:MaxUnitID>${nextId}</ofd:MaxUnitID><ofd:PageArea>${area}</ofd:PageArea></ofd:CommonData><ofd:Pages><ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages></ofd:Document>`,
    ],
    [
      'Doc_0/Pages/Page_0/Content.xml',
      `<ofd:Page ${namespace}><ofd:Area>${area}</ofd:Area><ofd:Content><ofd:Layer ID="2" Type="Body">\n${xml}\n</ofd:Layer></ofd:Content></ofd:Page>`,
    ],
  ];
  const nothing = {
    bytes: new Uint8Array(0),
    prefix: 0,
    entries: [],
    central: { start: 0, end: 0 },
    warnings: [],
  };
  return rewritePackage(nothing, new Map(files.map(([path, text]) => [path, utf8(XML_HEAD + text)])));
}
