/** Size of a page as it is seen, mm. */
export interface StagePage {
  widthMm: number;
  heightMm: number;
}

/** A drawn page in its host element; `release` frees what it holds. */
export interface DrawnPage {
  release(): void;
}

/** A document that the stage can show page by page: PDF by pdf.js, OFD by our own engine. */
export interface PageSource {
  readonly pages: readonly StagePage[];
  /** Draws page `index` (from 0) into `host`, `pxPerMm` CSS pixels for a mm. Aborted where the page left the view. */
  draw(index: number, host: HTMLElement, pxPerMm: number, signal: AbortSignal): Promise<DrawnPage>;
  /** The page's words for finding, in reading order. */
  text(index: number): Promise<string>;
  close(): void;
}
