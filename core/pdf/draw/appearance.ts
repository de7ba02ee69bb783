import type { Bytes } from '#core/bytes.ts';
import type { Drawing, Matrix } from '#core/drawing.ts';
import {
  type PdfDict,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  withEntries,
} from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import type { Increment } from '../write/increment.ts';
import { formatNumber, latin1 } from '../write/serialize.ts';
import { drawDrawing } from './draw-path.ts';
import { type ImageXObject, imageXObject } from './image-xobject.ts';
import { colourSpaces, type Ink } from './ink.ts';

/**
 * What a signature looks like: a vector drawing or a picture (PNG, JPEG). Both are scaled to fit the box of their
 * widget, keeping their proportions, and centred.
 */
export type SealAppearance =
  | { readonly kind: 'drawing'; readonly drawing: Drawing }
  | { readonly kind: 'image'; readonly data: Bytes };

/** Slice `index` (from 0) of `count`, from left to right, of a cross-page seal. */
export interface Slice {
  readonly index: number;
  readonly count: number;
}

/** Makes the forms of one appearance; they share one copy of its picture. */
export interface AppearanceMaker {
  /**
   * The appearance stream for a widget of `width` × `height` (in page units, as displayed, so before rotation) on a
   * page rotated by `rotate`.
   */
  form(width: number, height: number, rotate: PdfPage['rotate'], slice?: Slice): PdfRef;
}

/**
 * Adds forms to `increment`. They are blended with Multiply, so that text under a seal stays readable and cannot be
 * painted over; if `ink` does not allow that, white is omitted instead. `form` throws DOCUMENT_UNSUPPORTED for a
 * picture that is neither PNG nor JPEG.
 */
export function appearanceMaker(increment: Increment, appearance: SealAppearance, ink: Ink): AppearanceMaker {
  let picture: { ref: PdfRef; source: ImageXObject } | undefined;
  const pictureOf = (data: Bytes) => {
    if (picture) return picture;
    const source = imageXObject(data, ink);
    const mask = source.mask ? increment.add(source.mask) : undefined;
    const image = { ...source.image, dict: withEntries(source.image.dict, { [source.maskKey]: mask }) };
    picture = { ref: increment.add(image), source };
    return picture;
  };
  return {
    form(width, height, rotate, slice) {
      const fullWidth = slice ? width * slice.count : width;
      const shift = slice ? -width * slice.index : 0;
      if (appearance.kind === 'drawing') {
        const { drawing } = appearance;
        const scale = Math.min(fullWidth / drawing.widthMm, height / drawing.heightMm);
        const left = (fullWidth - drawing.widthMm * scale) / 2 + shift;
        const top = (height + drawing.heightMm * scale) / 2;
        const drawn = drawDrawing(drawing, [scale, 0, 0, -scale, left, top], ink);
        const groups = [...drawn.groups].map(
          ([name, content]) => [name, addGroup(increment, drawing, content, ink)] as const,
        );
        const states = drawn.graphicsStates;
        const resources = pdfDict({
          ExtGState: states.size > 0 ? pdfDict(Object.fromEntries(states)) : undefined,
          XObject: groups.length > 0 ? pdfDict(Object.fromEntries(groups)) : undefined,
          ColorSpace: colourSpaces(ink),
        });
        return multiplied(increment, width, height, rotate, drawn.content, resources, ink);
      }
      const { ref, source } = pictureOf(appearance.data);
      const scale = Math.min(fullWidth / source.widthPx, height / source.heightPx);
      const [w, h] = [source.widthPx * scale, source.heightPx * scale];
      const matrix = [w, 0, 0, h, (fullWidth - w) / 2 + shift, (height - h) / 2].map(formatNumber).join(' ');
      const resources = pdfDict({ XObject: pdfDict({ Im: ref }) });
      return multiplied(increment, width, height, rotate, `q ${matrix} cm /Im Do Q\n`, resources, ink);
    },
  };
}

/**
 * A form whose content is an isolated group (11.6.6), blended with Multiply (11.3.5.2): white is white within the group
 * and transparent over the page.
 */
function multiplied(
  increment: Increment,
  width: number,
  height: number,
  rotate: PdfPage['rotate'],
  content: string,
  resources: PdfDict,
  ink: Ink,
): PdfRef {
  if (!ink.transparency) return addForm(increment, width, height, rotate, content, resources);
  const group = addForm(increment, width, height, 0, content, resources, GROUP);
  const multiply = pdfDict({ Type: pdfName('ExtGState'), BM: pdfName('Multiply') });
  const outer = pdfDict({ ExtGState: pdfDict({ M: multiply }), XObject: pdfDict({ G: group }) });
  return addForm(increment, width, height, rotate, '/M gs /G Do\n', outer);
}

const GROUP = pdfDict({ Type: pdfName('Group'), S: pdfName('Transparency'), I: true });

/**
 * Rotates a form so that it is upright on a rotated page (12.5.5: the viewer fits the rotated box to the rectangle).
 */
function turn(rotate: PdfPage['rotate'], width: number, height: number): Matrix {
  if (rotate === 90) return [0, 1, -1, 0, height, 0];
  if (rotate === 180) return [-1, 0, 0, -1, width, height];
  if (rotate === 270) return [0, -1, 1, 0, 0, width];
  return [1, 0, 0, 1, 0, 0];
}

/** Adds a form XObject with `content` in a box of `width` × `height`. */
export function addForm(
  increment: Increment,
  width: number,
  height: number,
  rotate: PdfPage['rotate'],
  content: string,
  resources: PdfDict,
  group?: PdfDict,
): PdfRef {
  const dict = pdfDict({
    Type: pdfName('XObject'),
    Subtype: pdfName('Form'),
    BBox: pdfArray(0, 0, width, height),
    Group: group,
    Matrix: rotate === 0 ? undefined : pdfArray(...turn(rotate, width, height)),
    Resources: resources,
  });
  return increment.add(pdfStream(dict, latin1(content)));
}

/** A transparency group (11.6.6) in the coordinates of a drawing: mm, y down. */
function addGroup(increment: Increment, drawing: Drawing, content: string, ink: Ink): PdfRef {
  const dict = pdfDict({
    Type: pdfName('XObject'),
    Subtype: pdfName('Form'),
    BBox: pdfArray(0, 0, drawing.widthMm, drawing.heightMm),
    Group: GROUP,
    Resources: pdfDict({ ColorSpace: colourSpaces(ink) }),
  });
  return increment.add(pdfStream(dict, latin1(content)));
}
