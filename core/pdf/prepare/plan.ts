import type { Box } from '#core/drawing.ts';
import type { TextBlock } from '../draw/draw-text.ts';
import type { FontFile } from '../draw/glyph-source.ts';
import type { FieldLock } from '../sign/signature-request.ts';

/** All lengths are mm from the top left of a page as it is seen on the screen; pages count from 0. */
export interface PreparationPlan {
  readonly signatureFields?: readonly SignatureFieldPlan[];
  readonly texts?: readonly TextPlan[];
  readonly watermark?: WatermarkPlan;
  readonly footerQr?: FooterQrPlan;
  /** Fonts for texts and watermark, tried in this order for each character. TrueType or OpenType. */
  readonly fonts?: readonly FontFile[];
}

/** One signature: a field at its first place, and what it shows at its further places. */
export interface SignatureFieldPlan {
  /** Without dots, not yet in the file. */
  readonly name: string;
  /** Whose signature it is for, as people and screen readers are told (/TU); the name unless told. */
  readonly label?: string;
  /** None: an invisible field. */
  readonly places: readonly SignaturePlace[];
  readonly lock?: FieldLock;
}

export type SignaturePlace = AtPlace | PagesPlace | CrossPagePlace | KeywordPlace;

interface Part {
  /** What the place is for (`date`, `handwriting`); signing can show another appearance for each part. */
  readonly part?: string;
}

/** A box on one page. */
export interface AtPlace extends Part {
  readonly kind: 'at';
  readonly page: number;
  readonly box: Box;
}

/** Pages by number, both ends included; missing: all pages. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** The same box on several pages: a multi-page seal. Pages on which the box does not fit keep it as near as they can. */
export interface PagesPlace extends Part {
  readonly kind: 'pages';
  readonly pages?: PageRange;
  /** 2: every other page of the range, from its first. */
  readonly every?: 1 | 2;
  readonly box: Box;
}

/** A cross-page (riding) seal: each page shows its slice at its edge. At least two pages. */
export interface CrossPagePlace extends Part {
  readonly kind: 'crossPage';
  readonly pages?: PageRange;
  readonly every?: 1 | 2;
  /** 'right' unless told. */
  readonly edge?: 'left' | 'right';
  /** Top of the seal. */
  readonly y: number;
  /** Size of the whole seal. */
  readonly width: number;
  readonly height: number;
  /** Most pages that share one seal; more pages show more seals, shared evenly. All pages share one unless told. */
  readonly pagesPerSeal?: number;
}

/** Beside a keyword in the document's text ([9.35d] to [9.35f]). */
export interface KeywordPlace extends Part {
  readonly kind: 'keyword';
  readonly keyword: string;
  readonly which: 'first' | 'all' | 'last';
  /** `overlap` puts the middle of the box on the middle of the keyword. */
  readonly position: 'overlap' | 'right' | 'below';
  /** Moves the box right (left where negative). */
  readonly offsetX?: number;
  /** Moves the box down (up where negative). */
  readonly offsetY?: number;
  readonly width: number;
  readonly height: number;
  readonly pages?: PageRange;
}

/** Text drawn onto a page: a field of a contract filled in. Text that does not fit its box is refused. */
export interface TextPlan extends TextBlock {
  readonly page: number;
}

/** [3.15a], [9.25]: text over every page, in a pattern. */
export interface WatermarkPlan {
  readonly text: string;
  /** In points; 12 unless told. */
  readonly fontSize?: number;
  /** Counter-clockwise turn in degrees; 45 unless told. */
  readonly rotation?: number;
  /** 0 to 1; 0.1 unless told. */
  readonly opacity?: number;
  /** Free room between repetitions, mm; 30 unless told. */
  readonly spacingX?: number;
  readonly spacingY?: number;
  readonly colour?: string;
}

export interface FooterQrPlan {
  /** What the code says, such as the address of the verification page. */
  readonly text: string;
  /** mm; 15 unless told. */
  readonly size?: number;
  /** Distance from the right (or left) and bottom edge, mm; 8 unless told. */
  readonly margin?: number;
  readonly side?: 'left' | 'right';
  readonly pages?: PageRange;
}

export interface PreparedWidget {
  readonly page: number;
  readonly box: Box;
  readonly part?: string;
  readonly slice?: { readonly index: number; readonly count: number };
}

export interface PreparedField {
  readonly name: string;
  readonly widgets: readonly PreparedWidget[];
}
