import type { DisplayItem, DisplayPage, PageStart, PlacedBox, StructureElement } from './display.ts';
import type { PageSetup } from './document.ts';

/** The pages as they grow, with all that is recorded beside them. */
export interface PageBuilder {
  readonly pages: { items: DisplayItem[] }[];
  readonly elements: StructureElement[];
  readonly boxes: PlacedBox[];
  readonly breaks: PageStart[];
}

export const makePageBuilder = (): PageBuilder => ({
  pages: [],
  elements: [{ role: 'Document' }],
  boxes: [],
  breaks: [],
});

/** Index of the new element. */
export function addElement(builder: PageBuilder, element: StructureElement): number {
  return builder.elements.push(element) - 1;
}

export const finishedPages = (builder: PageBuilder, { width, height }: PageSetup): DisplayPage[] =>
  builder.pages.map(({ items }) => ({ width, height, items }));

/** Where a slice is drawn: the page (from 0) and the top left corner of the slice on it, mm. */
export interface Spot {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/**
 * A strip of the text that is not divided between pages: a line, a row of a table, a picture. A strip that can be
 * divided after all has `split`.
 */
export interface Slice {
  /** mm. */
  readonly height: number;
  /** Room above it, which falls away at the top of a page. */
  readonly above: number;
  /** Stays on the page of the next slice, where a page can hold both. */
  keepWithNext: boolean;
  readonly block: number;
  readonly id?: string;
  /** Where in the block it begins: as in `PageStart`. */
  readonly inline?: number;
  readonly offset: number;
  draw(builder: PageBuilder, at: Spot): void;
  /** Two slices, the first at most `available` mm high; undefined where nothing would fit. */
  split?(available: number): readonly [Slice, Slice] | undefined;
  /** Drawn again at the top of the page, where this slice is the first of a page. */
  readonly repeated?: readonly Slice[];
  /** Begins a page. */
  breakBefore?: boolean;
}
