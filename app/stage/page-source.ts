import type { Box } from '#core/drawing.ts';

/** Size of a page as it is seen, mm. */
export interface StagePage {
  widthMm: number;
  heightMm: number;
}

/** A drawn page in its host element; `release` frees what it holds. */
export interface DrawnPage {
  release(): void;
}

/** A place of a searched text: page from 0, box in mm from the top left of the page. */
export interface StageHit {
  page: number;
  box: Box;
}

/** One of several documents in a file (OFD): its name, if it has one, and its first page, from 0. */
export interface StagePart {
  title: string;
  firstPage: number;
}

/** More places than these are not looked for. */
export const MOST_HITS = 500;

/** A document that the stage can show page by page: PDF by pdf.js, OFD by our own engine. */
export interface PageSource {
  readonly pages: readonly StagePage[];
  /** Where the file holds several documents: each of them. Pages are counted through all. */
  readonly parts?: readonly StagePart[];
  /**
   * Draws page `index` (from 0) into `host`, `pxPerMm` CSS pixels for a mm. Aborted where the page left the view. `small`: a
   * picture of it only, in which nobody reads or selects words.
   */
  draw(
    index: number,
    host: HTMLElement,
    pxPerMm: number,
    signal: AbortSignal,
    small?: boolean,
  ): Promise<DrawnPage>;
  /** Places of a text in reading order, at most MOST_HITS; white space and letter case do not count. */
  find(query: string): Promise<StageHit[]>;
  close(): void;
}
