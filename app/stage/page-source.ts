import type { Box } from '#core/drawing.ts';

/** Size of a page as displayed, mm. */
export interface StagePage {
  widthMm: number;
  heightMm: number;
}

/** A drawn page in its host element; `release` frees what it holds. */
export interface DrawnPage {
  release(): void;
}

/** A search hit: page from 0, box in mm from the top left of the page. */
export interface StageHit {
  page: number;
  box: Box;
}

/** One of several documents in a file (OFD): its name, if it has one, and its first page, from 0. */
export interface StagePart {
  title: string;
  firstPage: number;
}

/** The file's own names of its pages, by index; undefined for a page whose name is its number. */
export type PageLabels = readonly (string | undefined)[];

/** Maximum number of search hits. */
export const MOST_HITS = 500;

/** A document that the stage can show page by page: PDF by pdf.js, OFD by our own engine. */
export interface PageSource {
  readonly pages: readonly StagePage[];
  /** The documents of a file that holds several. Pages are numbered across all of them. */
  readonly parts?: readonly StagePart[];
  /** What the file calls its pages (i, ii, 1 …), where that is not their number; undefined if it calls none otherwise. */
  readonly labels?: PageLabels | undefined;
  /**
   * Draws page `index` (from 0) into `host`, at `pxPerMm` CSS pixels per mm. Aborted if the page leaves the view.
   * `small`: a thumbnail without a text layer.
   */
  draw(
    index: number,
    host: HTMLElement,
    pxPerMm: number,
    signal: AbortSignal,
    small?: boolean,
  ): Promise<DrawnPage>;
  /** Occurrences of a text in reading order, at most MOST_HITS; ignores whitespace and letter case. */
  find(query: string): Promise<StageHit[]>;
  close(): void;
}
