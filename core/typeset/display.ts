/**
 * The typeset document as a display list: the items of each page with their positions. Lengths are in mm from the top
 * left corner of the page, y downwards. Both writers (PDF, OFD) draw it, so their pages look the same.
 */
import type { Bytes } from '#core/bytes.ts';
import type { FaceName } from './document.ts';

export interface Typeset {
  readonly title: string;
  readonly language: string;
  readonly pages: readonly DisplayPage[];
  /** The structure for screen readers, parents before their children; [0] is the document. */
  readonly elements: readonly StructureElement[];
  readonly outline: readonly OutlineEntry[];
  /** Positions of fields and places; a field that is broken over lines has several. */
  readonly boxes: readonly PlacedBox[];
  /** Start of each page, from the second on. */
  readonly breaks: readonly PageStart[];
}

export interface DisplayPage {
  readonly width: number;
  readonly height: number;
  readonly items: readonly DisplayItem[];
}

export type DisplayItem = DisplayText | DisplayLine | DisplayBox | DisplayPicture;

export interface DisplayText {
  readonly kind: 'text';
  /** The start of the baseline. */
  readonly x: number;
  readonly y: number;
  /** The em, mm. */
  readonly size: number;
  readonly face: FaceName;
  readonly colour: string;
  readonly text: string;
  /**
   * Distance from each character of `text` (by code point) to the next, mm; the last entry is the last character's
   * width.
   */
  readonly advances: readonly number[];
  /** Index into `elements`; undefined for artifacts such as page numbers. */
  readonly element?: number;
}

export interface DisplayLine {
  readonly kind: 'line';
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly width: number;
  readonly colour: string;
}

/** A filled box. */
export interface DisplayBox {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
}

export interface DisplayPicture {
  readonly kind: 'picture';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: Bytes;
  readonly element?: number;
}

export type StructureRole =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure';

export interface StructureElement {
  readonly role: StructureRole;
  /** Index into `elements`; undefined for the document itself. */
  readonly parent?: number;
  readonly alt?: string;
  readonly columns?: number;
  readonly rows?: number;
}

export interface OutlineEntry {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** From 0. */
  readonly page: number;
  readonly y: number;
}

export interface PlacedBox {
  readonly kind: 'field' | 'place';
  readonly id: string;
  /** Continues the field of the preceding box, which is broken over lines. */
  readonly continued?: true;
  /** From 0. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PageStart {
  /** Number of the page, from 1. */
  readonly page: number;
  /** Index among the document's blocks, and the block's own id. */
  readonly block: number;
  readonly id?: string;
  /** The inline at the page start; undefined for blocks without inlines. */
  readonly inline?: number;
  /** Number of the inline's characters on earlier pages; for a table, of its rows. */
  readonly offset: number;
}
