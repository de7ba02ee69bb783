import { isAppError } from '#core/errors.ts';
import { identifyImage } from '#core/ofd/image/identify-image.ts';
import { imageToDataUri } from '#core/ofd/image/image-to-data-uri.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { pageArea } from '#core/ofd/model/read-page.ts';
import { readSignatures } from '#core/ofd/model/read-signatures.ts';
import type { OfdDocument, SignatureEntry, StampAnnot } from '#core/ofd/model/types.ts';
import { PACKAGE_LIMITS } from '#core/ofd/package/limits.ts';
import { findEntry, readEntry } from '#core/ofd/package/open-package.ts';
import { spend } from '#core/ofd/package/work.ts';
import { findSealPicture, type SealPicture } from '#core/ofd/stamp/find-seal-picture.ts';
import { rectMarkup } from './clip.ts';
import { type Canvas, define, emit, emitGroup, isExhausted, warnOn } from './context.ts';
import { format } from './format.ts';

/** Work units per stamp. */
const STAMP = 5_000;

/** Draws page `index` of `document` onto the canvas; passed in so that seals may be OFDs themselves. */
export type DrawPage = (canvas: Canvas, document: OfdDocument, index: number) => void;

/**
 * Draws the seals of the page's signatures (18.2.3), each stretched over its boundary and cut to its clip. A cross-page
 * seal has one stamp per page with a different clip each. Signatures are not verified here.
 */
export function drawStamps(canvas: Canvas, document: OfdDocument, index: number, drawPage: DrawPage): void {
  for (const signature of readSignatures(document)) {
    for (const stamp of signature.stamps) {
      if (stamp.pageIndex !== index) continue;
      try {
        drawStamp(canvas, document, signature, stamp, drawPage);
      } catch (e) {
        if (!isAppError(e) || isExhausted(canvas)) throw e;
        warnOn(canvas, `seal of signature ${signature.id} is not drawn: ${e.params.reason ?? e.name}`);
      }
    }
  }
}

function drawStamp(
  canvas: Canvas,
  document: OfdDocument,
  signature: SignatureEntry,
  stamp: StampAnnot,
  drawPage: DrawPage,
): void {
  spend(canvas.work, STAMP);
  const picture = sealPicture(document, signature);
  if (!picture) {
    warnOn(canvas, `signature ${signature.id} has no seal picture`);
    return;
  }
  const { boundary, clip } = stamp;
  const box = `x="${format(boundary.x)}" y="${format(boundary.y)}" width="${format(boundary.width)}" height="${format(boundary.height)}"`;
  let clipped = '';
  if (clip) {
    const moved = { ...clip, x: clip.x + boundary.x, y: clip.y + boundary.y };
    const id = define(canvas, (name) => `<clipPath id="${name}">${rectMarkup(moved)}</clipPath>`);
    clipped = ` clip-path="url(#${id})"`;
  }
  emitGroup(canvas, `${clipped} style="mix-blend-mode:multiply"`, () => {
    if (identifyImage(picture.data) === 'ofd') drawSealOfd(canvas, picture, boundary, drawPage);
    else {
      const uri = imageToDataUri(picture.data, picture.type, canvas.work);
      emit(canvas, `<image ${box} preserveAspectRatio="none" href="${uri}"/>`);
    }
  });
}

/** A seal that is itself an OFD: its first page, without that page's own seals, stretched over the boundary. */
function drawSealOfd(
  canvas: Canvas,
  picture: SealPicture,
  boundary: StampAnnot['boundary'],
  drawPage: DrawPage,
): void {
  const seal = openDocument(openOfd(picture.data, PACKAGE_LIMITS, canvas.work));
  const { physical } = pageArea(seal, 0);
  const scaleX = boundary.width / physical.width;
  const scaleY = boundary.height / physical.height;
  const place = `translate(${format(boundary.x)} ${format(boundary.y)}) scale(${scaleX} ${scaleY}) translate(${format(-physical.x)} ${format(-physical.y)})`;
  emitGroup(canvas, ` transform="${place}"`, () => drawPage(canvas, seal, 0));
  canvas.warnings.push(...seal.package.warnings.map((warning) => `seal: ${warning}`));
}

/** The seal file beside the signature, or else the seal inside the signed value. */
export function sealPicture(document: OfdDocument, signature: SignatureEntry): SealPicture | undefined {
  for (const path of [signature.signedValuePath, signature.sealPath]) {
    const entry = path === undefined ? undefined : findEntry(document.package, path);
    const picture = entry ? findSealPicture(readEntry(document.package, entry)) : undefined;
    if (picture) return picture;
  }
  return undefined;
}
