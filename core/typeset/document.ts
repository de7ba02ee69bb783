/**
 * Input of the typesetter: a document of blocks and inlines, as plain data. Lengths on paper are in mm, font sizes in
 * pt. The text is final: fields are filled, optional parts chosen and rows repeated beforehand.
 */
import type { Bytes } from '#core/bytes.ts';

export interface TypesetDocument {
  readonly title: string;
  /** BCP 47, such as `zh-CN`. */
  readonly language: string;
  readonly page: PageSetup;
  readonly blocks: readonly Block[];
  /** Numbering of clauses, by level; `DECIMAL_NUMBERING` by default. */
  readonly numbering?: readonly ClauseNumber[];
}

export interface PageSetup {
  readonly width: number;
  readonly height: number;
  readonly margin: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  /** Placed in the margins, above and below the text of each page. */
  readonly header?: MarginLine;
  readonly footer?: MarginLine;
}

export type MarginInline = TextInline | { readonly kind: 'pageNumber' | 'pageCount' };

export interface MarginLine {
  readonly inlines: readonly MarginInline[];
  /** Right-aligned on the same line. */
  readonly end?: readonly MarginInline[];
  readonly align: Align;
  readonly size?: number;
  /** Draws a thin line between it and the text. */
  readonly rule?: boolean;
}

export const A4: PageSetup = {
  width: 210,
  height: 297,
  margin: { top: 25.4, right: 25.4, bottom: 25.4, left: 25.4 },
};

export type Align = 'left' | 'centre' | 'right' | 'justify';

/**
 * Format of a clause number: its own digits between `before` and `after`. `whole` prepends the numbers of the levels
 * above (3.2.1).
 */
export interface ClauseNumber {
  readonly digits: 'arabic' | 'chinese' | 'circled';
  readonly before: string;
  readonly after: string;
  readonly whole?: boolean;
}

/** Formatting of a paragraph. */
export interface ParagraphStyle {
  /** pt; 12 by default. */
  readonly size?: number;
  readonly align?: Align;
  /** Line distance as a multiple of the size; 1.75 by default. */
  readonly leading?: number;
  /** Indent of the first line, in ems of the text. */
  readonly firstIndent?: number;
  /** Indent of the whole paragraph from the left edge, in ems of the text. */
  readonly indent?: number;
  /** Space above and below, mm. */
  readonly above?: number;
  readonly below?: number;
  readonly face?: FaceName;
  readonly colour?: string;
}

/** The body face, its bold, and the face of headings. */
export type FaceName = 'text' | 'bold' | 'heading';

export type Block =
  | ParagraphBlock
  | HeadingBlock
  | ClauseBlock
  | ItemBlock
  | TableBlock
  | PictureBlock
  | GroupBlock
  | PageBreakBlock;

interface BlockBase {
  /** The caller's id of the block, reported with page breaks. */
  readonly id?: string;
}

export interface ParagraphBlock extends BlockBase {
  readonly kind: 'paragraph';
  readonly inlines: readonly Inline[];
  readonly style?: ParagraphStyle;
}

export interface HeadingBlock extends BlockBase {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3 | 4;
  readonly inlines: readonly Inline[];
  readonly style?: ParagraphStyle;
}

/** A numbered clause. References name its `id`. */
export interface ClauseBlock extends BlockBase {
  readonly kind: 'clause';
  /** From 0. */
  readonly level: number;
  readonly inlines: readonly Inline[];
  readonly style?: ParagraphStyle;
}

/** An item of a list. Consecutive items form one list. */
export interface ItemBlock extends BlockBase {
  readonly kind: 'item';
  readonly level: number;
  /** Its label, such as `•` or `2.`. */
  readonly label: string;
  readonly inlines: readonly Inline[];
  readonly style?: ParagraphStyle;
}

export interface TableBlock extends BlockBase {
  readonly kind: 'table';
  /** Relative widths, one per column. */
  readonly widths: readonly number[];
  readonly rows: readonly TableRow[];
  /** Rows at the top that are repeated on each page. */
  readonly headerRows?: number;
  readonly border?: boolean;
}

export interface TableRow {
  readonly cells: readonly TableCell[];
}

export interface TableCell {
  readonly blocks: readonly (ParagraphBlock | PictureBlock | ItemBlock)[];
  readonly columns?: number;
  readonly rows?: number;
  readonly header?: boolean;
  readonly verticalAlign?: 'top' | 'middle';
}

export interface PictureBlock extends BlockBase {
  readonly kind: 'picture';
  /** PNG or JPEG; if missing, the space stays empty. */
  readonly data?: Bytes;
  readonly width: number;
  readonly height: number;
  /** Alternative text; empty for decoration. */
  readonly alt: string;
  readonly align?: Align;
}

/** Blocks kept on one page if they fit on one, such as a signature block. */
export interface GroupBlock extends BlockBase {
  readonly kind: 'group';
  readonly blocks: readonly Exclude<Block, GroupBlock | PageBreakBlock>[];
}

export interface PageBreakBlock extends BlockBase {
  readonly kind: 'pageBreak';
}

export type Inline =
  | TextInline
  | FieldInline
  | PlaceInline
  | InlinePicture
  | ReferenceInline
  | LineBreakInline;

export interface TextInline {
  readonly kind: 'text';
  readonly text: string;
  readonly bold?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly colour?: string;
  /** pt; the paragraph's by default. */
  readonly size?: number;
}

/** A field: its value, or a blank of `ems` if it has none. Its boxes are in the result. */
export interface FieldInline {
  readonly kind: 'field';
  readonly id: string;
  readonly value: string;
  readonly ems: number;
  /** Kept on one line if it fits: a blank that is filled in later, in one box. */
  readonly unbroken?: boolean;
  /** True by default. */
  readonly underline?: boolean;
  readonly bold?: boolean;
  readonly strike?: boolean;
  readonly colour?: string;
  /** pt; the paragraph's by default. */
  readonly size?: number;
}

/** A point that moves with the text, such as the place of a seal: its box starts there. */
export interface PlaceInline {
  readonly kind: 'place';
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Reserves the box: it takes its width in the line, and the line takes its height. */
  readonly reserve?: boolean;
}

/** An inline picture, such as the value of a field. Its box is in the result. */
export interface InlinePicture {
  readonly kind: 'picture';
  readonly id: string;
  /** PNG or JPEG; if missing, the space stays empty. */
  readonly data?: Bytes;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** Reference to a clause, shown as that clause's number. */
export interface ReferenceInline {
  readonly kind: 'reference';
  readonly clause: string;
}

export interface LineBreakInline {
  readonly kind: 'lineBreak';
}
