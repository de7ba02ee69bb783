/**
 * The typeset document as a display list: what stands where on each page. Lengths are mm from the top left corner of
 * the page, y downwards. Both writers (PDF, OFD) draw from it, so their pages look the same.
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
  /** Where fields and places came to stand; a field that is broken over lines has several. */
  readonly boxes: readonly PlacedBox[];
  /** Where each page begins, from the second on. */
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
  /** The beginning of the base line. */
  readonly x: number;
  readonly y: number;
  /** The em, mm. */
  readonly size: number;
  readonly face: FaceName;
  readonly colour: string;
  readonly text: string;
  /** From each character of `text` (by code point) to the next, mm; the last one's own width is the last entry. */
  readonly advances: readonly number[];
  /** Index into `elements`; undefined for what is no content, as page numbers. */
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
  /** The box before has the beginning of the same field, which is broken over lines. */
  readonly continued?: true;
  /** From 0. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PageStart {
  /** The page that begins, from 1. */
  readonly page: number;
  /** Index among the document's blocks, and the block's own id. */
  readonly block: number;
  readonly id?: string;
  /** The inline in which the page begins; undefined for blocks without inlines. */
  readonly inline?: number;
  /** Characters of that inline that stand on the pages before; of a table, its rows. */
  readonly offset: number;
}
