import { AppError } from '#core/errors.ts';
import { imageToDataUri } from '#core/ofd/image/image-to-data-uri.ts';
import type { Matrix } from '#core/ofd/model/geometry.ts';
import { readMatrix, readNumber } from '#core/ofd/model/read-values.ts';
import type { OfdDocument } from '#core/ofd/model/types.ts';
import { findEntry, readEntry } from '#core/ofd/package/open-package.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';
import { boundaryClip, rectMarkup } from './clip.ts';
import { type DrawContext, define, emit } from './context.ts';
import { format, transformAttribute } from './format.ts';
import { type GraphicState, readDash } from './graphic-state.ts';
import { paintAttribute } from './paint.ts';

/** An ImageObject (clause 10): the picture fills the unit square of its object space. Throws DOCUMENT_BROKEN. */
export function drawImage(context: DrawContext, state: GraphicState, element: XmlElement): void {
  const uri =
    pictureUri(context, element.attributes.ResourceID) ??
    pictureUri(context, element.attributes.Substitution);
  if (uri === undefined) {
    throw new AppError('DOCUMENT_BROKEN', {
      reason: `picture ${element.attributes.ResourceID ?? ''} is missing`,
    });
  }
  // Without a CTM the picture fills its boundary.
  const { boundary } = state;
  const matrix: Matrix = readMatrix(element.attributes.CTM)
    ? state.matrix
    : [boundary.width, 0, 0, boundary.height, boundary.x, boundary.y];
  const place = transformAttribute(matrix);
  const clip = boundaryClip(context, { ...state, matrix }, { x: 0, y: 0, width: 1, height: 1 });
  const mask = maskAttribute(context, element, place);
  const image = `<image width="1" height="1" preserveAspectRatio="none"${place} href="${uri}"/>`;
  emit(context.canvas, clip === '' && mask === '' ? image : `<g${clip}${mask}>${image}</g>`);
  drawBorder(context, state, element);
}

/** ImageMask: a picture of equal extent whose white parts let the image through. */
function maskAttribute(context: DrawContext, element: XmlElement, place: string): string {
  const uri = pictureUri(context, element.attributes.ImageMask);
  if (uri === undefined) return '';
  const id = define(
    context.canvas,
    (name) =>
      `<mask id="${name}" maskUnits="userSpaceOnUse" x="-10000" y="-10000" width="20000" height="20000">` +
      `<image width="1" height="1" preserveAspectRatio="none"${place} href="${uri}"/></mask>`,
  );
  return ` mask="url(#${id})"`;
}

/** Border (10.2): a line around the boundary, with rounded corners if radii are given. */
function drawBorder(context: DrawContext, state: GraphicState, element: XmlElement): void {
  const border = child(element, 'Border');
  if (!border) return;
  const width = readNumber(border.attributes.LineWidth, 0.353);
  const rx = readNumber(border.attributes.HorizonalCornerRadius, 0);
  const ry = readNumber(border.attributes.VerticalCornerRadius, 0);
  const dash = readDash(border.attributes.DashPattern);
  const rect = rectMarkup(state.boundary).slice(0, -2);
  const color = paintAttribute(context, state, 'stroke', child(border, 'BorderColor'), undefined);
  emit(
    context.canvas,
    `${rect} rx="${format(rx)}" ry="${format(ry)}" fill="none"${color} stroke-width="${format(width)}"` +
      `${dash.some((d) => d > 0) ? ` stroke-dasharray="${dash.map(format).join(' ')}"` : ''}/>`,
  );
}

const pictures = new WeakMap<OfdDocument, Map<string, string>>();
/** Characters of data URIs cached per document, so that a logo on each page is decoded once. */
const CACHED_CHARACTERS = 8_000_000;
/** A picture of more bytes is left out: as base64 it would grow by a third. */
const MOST_BYTES = 16_000_000;

/** Data URI of a multimedia resource; undefined if there is no such file. */
function pictureUri(context: DrawContext, id: string | undefined): string | undefined {
  const media = id === undefined ? undefined : context.resources.media.get(id);
  const entry = media?.path === undefined ? undefined : findEntry(context.document.package, media.path);
  if (!media || !entry) return undefined;
  const cache = pictures.get(context.document) ?? new Map<string, string>();
  pictures.set(context.document, cache);
  const known = cache.get(entry.path);
  if (known !== undefined) return known;
  const format = media.format || entry.path.slice(entry.path.lastIndexOf('.') + 1);
  if (entry.size > MOST_BYTES) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'picture size' });
  const uri = imageToDataUri(readEntry(context.document.package, entry), format, context.canvas.work);
  const size = [...cache.values()].reduce((n, text) => n + text.length, 0);
  if (size + uri.length <= CACHED_CHARACTERS) cache.set(entry.path, uri);
  return uri;
}
