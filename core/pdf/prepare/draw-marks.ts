import { combine, type Matrix } from '#core/drawing.ts';
import { footerCodeBox } from '#core/footer-code.ts';
import { codeRuns } from '#core/footer-code-drawing.ts';
import { addForm } from '../draw/appearance.ts';
import { opacityState } from '../draw/draw-path.ts';
import { drawLine, drawTextBlock, MM_PER_POINT } from '../draw/draw-text.ts';
import type { FontSet } from '../draw/font-set.ts';
import { colourSpaces, fillWith, type Ink, onPaper } from '../draw/ink.ts';
import { pageFrame } from '../draw/page-frame.ts';
import { type PdfDict, type PdfRef, pdfDict } from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import type { Increment } from '../write/increment.ts';
import { formatNumber } from '../write/serialize.ts';
import type { Overlay } from './page-overlay.ts';
import { pagesOf } from './place-widgets.ts';
import type { FooterQrSpec, TextSpec, WatermarkSpec } from './spec.ts';
import { watermarkPattern } from './watermark-pattern.ts';

/** Overlays by page index. */
export type Overlays = Map<number, Overlay[]>;

const add = (overlays: Overlays, page: number, overlay: Overlay): void => {
  const list = overlays.get(page);
  if (list) list.push(overlay);
  else overlays.set(page, [overlay]);
};

/**
 * Draws text over every page, repeated in staggered rows ([3.15a], [9.25]). Pages of the same size share a form. If
 * `ink` has no transparency, the text has the colour it would have on white paper and lies below the page's content,
 * which it would otherwise hide.
 */
export function drawWatermark(
  increment: Increment,
  fonts: FontSet,
  pages: readonly PdfPage[],
  spec: WatermarkSpec,
  overlays: Overlays,
  ink: Ink,
): void {
  const size = (spec.fontSize ?? 12) * MM_PER_POINT;
  const width = fonts.widthOf(spec.text) * size;
  const shown = drawLine(fonts, spec.text, 0, 0.88 * size, size);
  const states = new Map<string, PdfDict>();
  const opacity = spec.opacity ?? 0.1;
  const colour = spec.colour ?? '#000000';
  const paint = ink.transparency
    ? `/${opacityState(states, opacity)} gs ${fillWith(ink, colour)}\n`
    : `${fillWith(ink, onPaper(colour, opacity))}\n`;
  const graphicsStates = states.size > 0 ? pdfDict(Object.fromEntries(states)) : undefined;
  const resources = () => pdfDict({ Font: pdfDict(fonts.resources()), ExtGState: graphicsStates });
  const tile = addForm(increment, width, size * 1.3, 0, shown, resources());
  const forms = new Map<string, PdfRef>();
  for (const page of pages) {
    const frame = pageFrame(page);
    const key = `${frame.widthMm.toFixed(2)} ${frame.heightMm.toFixed(2)}`;
    let form = forms.get(key);
    if (!form) {
      let content = paint;
      for (const at of watermarkPattern(frame, width, size, spec))
        content += `q ${at.map((v) => formatNumber(v)).join(' ')} cm /W Do Q\n`;
      const own = pdfDict({
        XObject: pdfDict({ W: tile }),
        ExtGState: graphicsStates,
        ColorSpace: colourSpaces(ink),
      });
      form = addForm(increment, frame.widthMm, frame.heightMm, 0, content, own);
      forms.set(key, form);
    }
    const under = ink.transparency ? {} : { under: true as const };
    add(overlays, page.index, { form, matrix: frame.matrix, artifact: true, ...under });
  }
}

/** Draws a QR code at the foot of pages, as vectors on white with its quiet zone. */
export function drawFooterQr(
  increment: Increment,
  pages: readonly PdfPage[],
  spec: FooterQrSpec,
  overlays: Overlays,
  ink: Ink,
): void {
  const { size, runs } = codeRuns(spec.text);
  let content = `${fillWith(ink, '#ffffff')} 0 0 ${size} ${size} re f ${fillWith(ink, '#000000')}\n`;
  for (const { x, y, width } of runs) content += `${x} ${y} ${width} 1 re\n`;
  const resources = pdfDict({ ColorSpace: colourSpaces(ink) });
  const form = addForm(increment, size, size, 0, `${content}f\n`, resources);
  for (const page of pagesOf(pages, spec.pages)) {
    const frame = pageFrame(page);
    const { x, y, width: mm } = footerCodeBox(frame, spec);
    const place: Matrix = [mm / size, 0, 0, mm / size, x, y];
    add(overlays, page.index, { form, matrix: combine(place, frame.matrix), artifact: true });
  }
}

/** Draws filled-in texts; those of a page share one form. */
export function drawTexts(
  increment: Increment,
  fonts: FontSet,
  pages: readonly PdfPage[],
  texts: readonly TextSpec[],
  overlays: Overlays,
  ink: Ink,
): void {
  for (const page of pages) {
    const own = texts.filter((text) => text.page === page.index && text.text !== '');
    if (own.length === 0) continue;
    const frame = pageFrame(page);
    const content = own.map((text) => drawTextBlock(fonts, text, ink)).join('');
    const resources = pdfDict({ Font: pdfDict(fonts.resources()), ColorSpace: colourSpaces(ink) });
    const form = addForm(increment, frame.widthMm, frame.heightMm, 0, content, resources);
    add(overlays, page.index, { form, matrix: frame.matrix });
  }
}
