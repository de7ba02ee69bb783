/**
 * What is typeset: a document of blocks and inlines, as plain data. Lengths on paper are mm, sizes of type are pt.
 * The texts are final: fields are filled, optional parts are chosen and rows are repeated before.
 */
import type { Bytes } from '#core/bytes.ts';

export interface TypesetDocument {
  readonly title: string;
  /** BCP 47, as `zh-CN`. */
  readonly language: string;
  readonly page: PageSetup;
  readonly blocks: readonly Block[];
  /** How clauses are numbered, by level; `DECIMAL_NUMBERING` unless told. */
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
  /** Set in the margin, above and below the text of each page. */
  readonly header?: MarginLine;
  readonly footer?: MarginLine;
}

export type MarginInline = TextInline | { readonly kind: 'pageNumber' | 'pageCount' };

export interface MarginLine {
  readonly inlines: readonly MarginInline[];
  /** Set at the right edge of the same line. */
  readonly end?: readonly MarginInline[];
  readonly align: Align;
  readonly size?: number;
  /** A thin line between it and the text. */
  readonly rule?: boolean;
}

export const A4: PageSetup = {
  width: 210,
  height: 297,
  margin: { top: 25.4, right: 25.4, bottom: 25.4, left: 25.4 },
};

export type Align = 'left' | 'centre' | 'right' | 'justify';

/**
 * The number of a clause: its own digits between `before` and `after`. `whole` puts the numbers of the levels above
 * before it (3.2.1).
 */
export interface ClauseNumber {
  readonly digits: 'arabic' | 'chinese' | 'circled';
  readonly before: string;
  readonly after: string;
  readonly whole?: boolean;
}

/** How a paragraph of text is set. */
export interface ParagraphStyle {
  /** pt; 12 unless told. */
  readonly size?: number;
  readonly align?: Align;
  /** Multiple of the size from line to line; 1.75 unless told. */
  readonly leading?: number;
  /** Indent of the first line, in ems of the text. */
  readonly firstIndent?: number;
  /** Distance of the whole paragraph from the left edge, in ems of the text. */
  readonly indent?: number;
  /** Room above and below, mm. */
  readonly above?: number;
  readonly below?: number;
  readonly face?: FaceName;
  readonly colour?: string;
}

/** The body, its bold, and the face of headings. */
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
  /** The caller's name of the block; page breaks are told by it. */
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

/** A numbered clause. `id` is what references name. */
export interface ClauseBlock extends BlockBase {
  readonly kind: 'clause';
  /** From 0. */
  readonly level: number;
  readonly inlines: readonly Inline[];
  readonly style?: ParagraphStyle;
}

/** An item of a list. Items that follow each other make one list. */
export interface ItemBlock extends BlockBase {
  readonly kind: 'item';
  readonly level: number;
  /** What stands before it, as `•` or `2.`. */
  readonly label: string;
  readonly inlines: readonly Inline[];
  readonly style?: ParagraphStyle;
}

export interface TableBlock extends BlockBase {
  readonly kind: 'table';
  /** Shares of the width, one a column. */
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
  /** PNG or JPEG; without it the room stays empty. */
  readonly data?: Bytes;
  readonly width: number;
  readonly height: number;
  /** What it shows, for those who do not see it; empty for decoration. */
  readonly alt: string;
  readonly align?: Align;
}

/** Blocks that stay on one page where one page can hold them, as the block of signatures. */
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
  /** pt; that of the paragraph unless told. */
  readonly size?: number;
}

/** A field: its value, or a blank of `ems` where it has none. Its boxes are in the result. */
export interface FieldInline {
  readonly kind: 'field';
  readonly id: string;
  readonly value: string;
  readonly ems: number;
  /** Stays on one line, where a line can hold it: a blank that is filled in later, in one box. */
  readonly unbroken?: boolean;
  /** True unless told. */
  readonly underline?: boolean;
  readonly bold?: boolean;
  readonly strike?: boolean;
  readonly colour?: string;
  /** pt; that of the paragraph unless told. */
  readonly size?: number;
}

/** A point that travels with the text, as the place of a seal: its box begins there. */
export interface PlaceInline {
  readonly kind: 'place';
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Keeps the box free of text: it is as wide in the line, and the line as high. */
  readonly reserve?: boolean;
}

/** A picture in a line of text, as the value of a field. Its box is in the result. */
export interface InlinePicture {
  readonly kind: 'picture';
  readonly id: string;
  /** PNG or JPEG; without it the room stays empty. */
  readonly data?: Bytes;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** The number of a clause, as it stands before that clause. */
export interface ReferenceInline {
  readonly kind: 'reference';
  readonly clause: string;
}

export interface LineBreakInline {
  readonly kind: 'lineBreak';
}
