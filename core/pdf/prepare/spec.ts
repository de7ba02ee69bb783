import type { Box } from '#core/drawing.ts';
import type { CodeSide } from '#core/footer-code.ts';
import type { TextBlock } from '../draw/draw-text.ts';
import type { FontFile } from '../draw/glyph-source.ts';
import type { FieldLock } from '../sign/signature-request.ts';

/** All lengths are mm from the top left corner of a page as displayed; pages count from 0. */
export interface PreparationSpec {
  readonly signatureFields?: readonly SignatureFieldSpec[];
  readonly texts?: readonly TextSpec[];
  readonly watermark?: WatermarkSpec;
  readonly footerQr?: FooterQrSpec;
  /**
   * What becomes of form fields that people fill in: `flatten` makes them content of the pages, except those that would
   * look different and those of a signed file; `blank` does the same, but leaves those that a party can fill in
   * (`formBlanks`) without their value. Fields that stay are locked by the signatures in `signatureFields`.
   */
  readonly formFields?: 'flatten' | 'keep' | 'blank';
  /** Fonts for texts and watermark, tried in this order for each character. TrueType or OpenType. */
  readonly fonts?: readonly FontFile[];
}

/** One signature: a field at its first place, and fields that repeat its appearance at further places. */
export interface SignatureFieldSpec {
  /** Must not contain dots. If the file has such a field already, the new one gets another name. */
  readonly name: string;
  /** Whose signature it is, for display and screen readers (/TU); the name by default. */
  readonly label?: string;
  /** Empty for an invisible field. */
  readonly places: readonly SignaturePlace[];
  /** By default the fields of the file that people can fill in. */
  readonly lock?: FieldLock;
}

export type SignaturePlace = AtPlace | PagesPlace | CrossPagePlace | KeywordPlace;

interface Part {
  /** Purpose of the place (`date`, `handwriting`); each part can get an appearance of its own when signing. */
  readonly part?: string;
}

/** A box on one page. */
export interface AtPlace extends Part {
  readonly kind: 'at';
  readonly page: number;
  readonly box: Box;
}

/** Page range, inclusive; all pages if missing. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** The same box on several pages: a multi-page seal. On pages where the box does not fit, it is moved onto the page. */
export interface PagesPlace extends Part {
  readonly kind: 'pages';
  readonly pages?: PageRange;
  /** 2: every second page of the range, starting with its first. */
  readonly every?: 1 | 2;
  readonly box: Box;
}

/** A cross-page (riding) seal: each page shows a slice at its edge. Needs at least two pages. */
export interface CrossPagePlace extends Part {
  readonly kind: 'crossPage';
  readonly pages?: PageRange;
  readonly every?: 1 | 2;
  /** 'right' by default. */
  readonly edge?: 'left' | 'right';
  /** Top of the seal. */
  readonly y: number;
  /** Size of the whole seal. */
  readonly width: number;
  readonly height: number;
  /**
   * Maximum number of pages per seal; more pages are divided evenly among several seals. By default all pages share
   * one.
   */
  readonly pagesPerSeal?: number;
}

/** Beside a keyword in the document's text ([9.35d] to [9.35f]). */
export interface KeywordPlace extends Part {
  readonly kind: 'keyword';
  readonly keyword: string;
  readonly which: 'first' | 'all' | 'last';
  /** `overlap` centres the box on the keyword. */
  readonly position: 'overlap' | 'right' | 'below';
  /** Moves the box to the right (negative: left). */
  readonly offsetX?: number;
  /** Moves the box down (negative: up). */
  readonly offsetY?: number;
  readonly width: number;
  readonly height: number;
  readonly pages?: PageRange;
}

/** Text drawn onto a page: a filled-in field of a contract. Throws INPUT_INVALID if it does not fit its box. */
export interface TextSpec extends TextBlock {
  readonly page: number;
}

/** [3.15a], [9.25]: text over every page, in a pattern. */
export interface WatermarkSpec {
  readonly text: string;
  /** In points; 12 by default. */
  readonly fontSize?: number;
  /** Counter-clockwise rotation in degrees; 45 by default. */
  readonly rotation?: number;
  /** 0 to 1; 0.1 by default. */
  readonly opacity?: number;
  /** Distance between repetitions in mm; 30 by default. */
  readonly spacingX?: number;
  readonly spacingY?: number;
  readonly colour?: string;
}

export interface FooterQrSpec {
  /** Content of the code, such as the address of the verification page. */
  readonly text: string;
  /** Side in mm; 15 by default. */
  readonly size?: number;
  /** Distance from the side and bottom edges in mm; 8 by default. */
  readonly margin?: number;
  /** RIGHT by default. */
  readonly side?: CodeSide;
  readonly pages?: PageRange;
}

export interface PreparedWidget {
  readonly page: number;
  readonly box: Box;
  readonly part?: string;
  readonly slice?: { readonly index: number; readonly count: number };
}

export interface PreparedField {
  /** Name in the file. */
  readonly name: string;
  /** Name in the plan. */
  readonly planned: string;
  readonly widgets: readonly PreparedWidget[];
}
