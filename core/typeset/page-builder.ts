import { newTypesetBudget, type TypesetBudget } from './budget.ts';
import type { DisplayItem, DisplayPage, PageStart, PlacedBox, StructureElement } from './display.ts';
import type { PageSetup } from './document.ts';

/** The pages under construction, with their recorded structure and positions. */
export interface PageBuilder {
  readonly pages: { items: DisplayItem[] }[];
  readonly elements: StructureElement[];
  readonly boxes: PlacedBox[];
  readonly breaks: PageStart[];
  readonly budget: TypesetBudget;
}

export const makePageBuilder = (budget = newTypesetBudget()): PageBuilder => ({
  pages: [],
  elements: [{ role: 'Document' }],
  boxes: [],
  breaks: [],
  budget,
});

/** Adds an element and returns its index. */
export function addElement(builder: PageBuilder, element: StructureElement): number {
  return builder.elements.push(element) - 1;
}

export const finishedPages = (builder: PageBuilder, { width, height }: PageSetup): DisplayPage[] =>
  builder.pages.map(({ items }) => ({ width, height, items }));

/** Position of a slice: the page (from 0) and the top left corner on it, mm. */
export interface Spot {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/**
 * A strip of the content that stays on one page: a line, a row of a table, a picture. A strip that can be divided
 * nevertheless has `split`.
 */
export interface Slice {
  /** mm. */
  readonly height: number;
  /** Space above it, dropped at the top of a page. */
  readonly above: number;
  /** Stays on the same page as the next slice if both fit on one page. */
  keepWithNext: boolean;
  readonly block: number;
  readonly id?: string;
  /** Its start within the block, as in `PageStart`. */
  readonly inline?: number;
  readonly offset: number;
  draw(builder: PageBuilder, at: Spot): void;
  /** Splits into two slices, the first at most `available` mm high; undefined if nothing would fit. */
  split?(available: number): readonly [Slice, Slice] | undefined;
  /** Drawn again at the top of the page if this slice is the first on it. */
  readonly repeated?: readonly Slice[];
  /** Starts a new page. */
  breakBefore?: boolean;
}
