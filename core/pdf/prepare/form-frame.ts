import { addForm } from '../draw/appearance.ts';
import { colourSpaces, fillWith, type Ink, strokeWith } from '../draw/ink.ts';
import type { PdfDocument } from '../read/document.ts';
import {
  isArray,
  isDict,
  isName,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfDict,
} from '../read/objects.ts';
import type { PageBox } from '../read/pages.ts';
import type { Increment } from '../write/increment.ts';
import { formatNumber } from '../write/serialize.ts';

const MAX_DEPTH = 32;

/** An entry of a field, or the one that it inherits (12.7.4.1). */
export function inheritedOf(document: PdfDocument, field: PdfDict, key: string): PdfObject {
  let node: PdfObject = field;
  for (let depth = 0; isDict(node) && depth < MAX_DEPTH; depth++) {
    const own = document.lookup(node, key);
    if (own !== null) return own;
    node = document.lookup(node, 'Parent');
  }
  return null;
}

/**
 * The background and border of a widget (12.5.6.19, table 192), in a form as large as its rectangle, in page units;
 * undefined if it has neither. Dashed and beveled borders are drawn as solid ones.
 */
export function drawFrame(
  document: PdfDocument,
  increment: Increment,
  widget: PdfDict,
  rect: PageBox,
  ink: Ink,
): PdfRef | undefined {
  const marks = document.lookup(widget, 'MK');
  if (!isDict(marks)) return undefined;
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]];
  const [back, border] = [colourOf(document, marks, 'BG'), colourOf(document, marks, 'BC')];
  const line = Math.min(lineOf(document, widget), width / 2, height / 2);
  const style = document.lookup(widget, 'BS');
  const isUnderline = isDict(style) && isName(document.lookup(style, 'S'), 'U');
  let content = '';
  if (back) content += `${fillWith(ink, back)} 0 0 ${numbers(width, height)} re f\n`;
  if (border && line > 0) {
    content += `${strokeWith(ink, border)} ${numbers(line)} w `;
    content += isUnderline
      ? `0 ${numbers(line / 2)} m ${numbers(width, line / 2)} l S\n`
      : `${numbers(line / 2, line / 2, width - line, height - line)} re S\n`;
  }
  if (content === '') return undefined;
  return addForm(increment, width, height, 0, content, pdfDict({ ColorSpace: colourSpaces(ink) }));
}

const numbers = (...all: number[]): string => all.map((one) => formatNumber(one)).join(' ');

/** Width of the border in page units; 1 by default. */
function lineOf(document: PdfDocument, widget: PdfDict): number {
  const style = document.lookup(widget, 'BS');
  const said = isDict(style) ? document.lookup(style, 'W') : null;
  if (typeof said === 'number') return Math.max(0, said);
  const border = document.lookup(widget, 'Border');
  const old = isArray(border) ? document.resolve(border.items[2] ?? null) : null;
  return typeof old === 'number' ? Math.max(0, old) : 1;
}

/** '#rrggbb' of a colour of one (grey), three (RGB) or four (CMYK) components; undefined for none. */
function colourOf(document: PdfDocument, marks: PdfDict, key: string): string | undefined {
  const list = document.lookup(marks, key);
  if (!isArray(list)) return undefined;
  const values = list.items.map((item) => document.resolve(item));
  if (!values.every((value) => typeof value === 'number')) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = values as number[];
  const rgb =
    values.length === 1
      ? [a, a, a]
      : values.length === 3
        ? [a, b, c]
        : values.length === 4
          ? [a, b, c].map((one) => (1 - one) * (1 - d))
          : undefined;
  const hex = (one: number) =>
    Math.round(Math.min(1, Math.max(0, one)) * 255)
      .toString(16)
      .padStart(2, '0');
  return rgb && `#${rgb.map(hex).join('')}`;
}
