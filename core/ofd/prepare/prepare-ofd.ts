import type { Bytes } from '#core/bytes.ts';
import type { CodePlace } from '#core/footer-code.ts';
import { footerCodeDrawing } from '#core/footer-code-drawing.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume, papersOf } from '#core/ofd/model/open-volume.ts';
import { refuseProtected } from '#core/ofd/sign/protected-paths.ts';
import { addToSignatureList } from '#core/ofd/sign/signature-list.ts';
import type { PreparedField, SignatureFieldSpec, WatermarkSpec } from '#core/pdf/prepare/spec.ts';
import type { GlyphSource } from '#core/sealart/glyph-source.ts';
import { drawOverPages } from './draw-over-pages.ts';
import { widgetsOf } from './place-widgets.ts';
import { watermarkDrawing } from './watermark-drawing.ts';

export interface OfdPreparation {
  signatureFields: readonly SignatureFieldSpec[];
  watermark?: { spec: WatermarkSpec; glyphs: GlyphSource };
  /** Content of the QR code at the foot of every page, and where it stands. */
  footerCode?: { text: string } & Partial<CodePlace>;
}

/**
 * Prepares an OFD for its signers: checks that each of its documents can be signed, draws the watermark and the QR code
 * on every page, and locates keywords. An OFD has no form fields to reserve: `fields` says where each stamp starts, one
 * widget per place, one per match of a keyword. If nothing is drawn, the file keeps its bytes.
 *
 * Throws the errors of `openOfd`; DOCUMENT_CANNOT_APPEND if existing signatures forbid further ones; KEYWORD_NOT_FOUND;
 * INPUT_INVALID if a page does not exist; GLYPH_MISSING.
 *
 * ```ts
 * const { bytes: prepared, fields } = prepareOfd(bytes, {
 *   signatureFields: [{ name: 'buyer', places: [{ kind: 'at', page: 0, box: { x: 120, y: 220, width: 42, height: 42 } }] }],
 * });
 * ```
 */
export function prepareOfd(bytes: Bytes, spec: OfdPreparation): { bytes: Bytes; fields: PreparedField[] } {
  const file = openOfd(bytes);
  const volume = openVolume(file);
  const papers = papersOf(volume);
  for (const { body } of volume.parts) refuseProtected(file, addToSignatureList(file, body).changes.keys());
  const fields = spec.signatureFields.map(({ name, places }) => ({
    name,
    planned: name,
    widgets: places.flatMap((place) => widgetsOf(volume, papers, place)),
  }));
  return { bytes: withCode(withWatermark(bytes, spec.watermark), spec.footerCode), fields };
}

function withWatermark(bytes: Bytes, watermark: OfdPreparation['watermark']): Bytes {
  if (!watermark) return bytes;
  const { spec, glyphs } = watermark;
  return drawOverPages(bytes, {
    name: 'Watermark',
    draw: (size) => watermarkDrawing(glyphs, spec, size),
    opacity: spec.opacity ?? 0.1,
  });
}

const withCode = (bytes: Bytes, code: OfdPreparation['footerCode']): Bytes =>
  code === undefined
    ? bytes
    : drawOverPages(bytes, { name: 'FooterCode', draw: (size) => footerCodeDrawing(code.text, size, code) });
