import { type Claims, claimsOf } from '../read/conformance.ts';
import type { PdfView } from '../read/document.ts';
import { type PdfObject, pdfArray, pdfDict, pdfName } from '../read/objects.ts';
import { formatNumber } from '../write/serialize.ts';

/** Drawing features that may be used without breaking the conformance that the file claims. */
export interface Ink {
  /**
   * Opacity, soft masks and blend modes. PDF/A-1 forbids them (ISO 19005-1, 6.4); in PDF/A-2 and 3 without an output
   * intent every page would need its own blending colour space (ISO 19005-2, 6.2.10), so they are not used there
   * either.
   */
  readonly transparency: boolean;
  /** Whether DeviceRGB may be used: not in PDF/A unless the output intent is RGB (ISO 19005-1, 6.2.3). */
  readonly deviceColour: boolean;
  /** Whether subsets of CID fonts must list their glyphs (ISO 19005-1, 6.3.5). */
  readonly cidSets: boolean;
}

/** For a file without conformance claims. */
export const FREE_INK: Ink = { transparency: true, deviceColour: true, cidSets: false };

export function inkFor({ pdfA, intent }: Claims): Ink {
  if (!pdfA) return FREE_INK;
  return {
    transparency: pdfA.part !== 1 && intent !== undefined,
    deviceColour: intent === 3,
    cidSets: pdfA.part === 1,
  };
}

export const inkOf = (view: PdfView): Ink => inkFor(claimsOf(view));

/** Resource name of the calibrated colour space. */
const CALIBRATED = 'Cs';

/** Primaries and white point of sRGB with a gamma of 2.2: device-independent colour (8.6.5.3). */
const calibrated = (): PdfObject =>
  pdfArray(
    pdfName('CalRGB'),
    pdfDict({
      WhitePoint: pdfArray(0.9505, 1, 1.089),
      Gamma: pdfArray(2.2, 2.2, 2.2),
      Matrix: pdfArray(0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505),
    }),
  );

/** Colour space for pictures with three components. */
export const pictureSpace = (ink: Ink): PdfObject => (ink.deviceColour ? pdfName('DeviceRGB') : calibrated());

/** The resource entry /ColorSpace that `fillWith` and `strokeWith` require; undefined if they need none. */
export const colourSpaces = (ink: Ink): PdfObject | undefined =>
  ink.deviceColour ? undefined : pdfDict({ [CALIBRATED]: calibrated() });

/** The operators that set the fill colour to '#rrggbb'. */
export const fillWith = (ink: Ink, hex: string): string =>
  ink.deviceColour ? `${operands(hex)} rg` : `/${CALIBRATED} cs ${operands(hex)} sc`;

/** The operators that set the stroke colour to '#rrggbb'. */
export const strokeWith = (ink: Ink, hex: string): string =>
  ink.deviceColour ? `${operands(hex)} RG` : `/${CALIBRATED} CS ${operands(hex)} SC`;

function operands(hex: string): string {
  return channels(hex)
    .map((v) => formatNumber(Math.round((v / 255) * 1000) / 1000))
    .join(' ');
}

const channels = (hex: string): [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** Blends '#rrggbb' at `opacity` with white paper. */
export function onPaper(hex: string, opacity: number): string {
  const mixed = channels(hex).map((v) => Math.round(v * opacity + 255 * (1 - opacity)));
  return `#${mixed.map((v) => v.toString(16).padStart(2, '0')).join('')}`;
}
