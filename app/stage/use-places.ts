import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { PageSource } from './page-source.ts';

/** The imperative handle of a stage. */
export interface StageHandle {
  /** Scrolls to a page (from 0), or to a position on it in mm from its top. */
  goTo(page: number, yMm?: number): void;
  /** The centre of the visible part of the current page: page from 0, mm from its top left corner. */
  middle(): { page: number; x: number; y: number };
  /** The page and position in mm under a point of the window, or null outside all pages. */
  placeAt(clientX: number, clientY: number): { page: number; x: number; y: number } | null;
}

/** Position in the document: the page in view, navigation to others, and the page position under a point. */
export function usePlaces(
  scroller: RefObject<HTMLElement>,
  source: PageSource,
  pxPerMm: number,
  standing: boolean,
): StageHandle & { current: number; onScroll: () => void } {
  const [current, setCurrent] = useState(0);

  const sheetAt = useCallback(
    (page: number) => scroller.current?.querySelector<HTMLElement>(`[data-page="${page}"]`),
    [scroller],
  );

  /** A target requested before the sheets are laid out (size not yet measured); applied once they are. */
  const wanted = useRef<{ page: number; yMm: number } | null>(null);
  const goTo = useCallback(
    (page: number, yMm = 0) => {
      const sheet = sheetAt(page);
      const element = scroller.current;
      wanted.current = sheet && element ? null : { page, yMm };
      if (!sheet || !element) return;
      // On a phone the stage may have its full height within the page: then the page scrolls, not the stage.
      const fits = element.scrollHeight <= element.clientHeight + 1;
      const above = yMm > 0 ? (fits ? window.innerHeight : element.clientHeight) / 3 : 8;
      if (fits) window.scrollBy({ top: sheet.getBoundingClientRect().top + yMm * pxPerMm - above });
      else element.scrollTo({ top: sheet.offsetTop + yMm * pxPerMm - above });
    },
    [scroller, sheetAt, pxPerMm],
  );

  useLayoutEffect(() => {
    if (standing && wanted.current) goTo(wanted.current.page, wanted.current.yMm);
  }, [standing, goTo]);

  const placeAt = useCallback(
    (clientX: number, clientY: number) => {
      const hit = document
        .elementsFromPoint(clientX, clientY)
        .find((e): e is HTMLElement => e instanceof HTMLElement && 'page' in e.dataset);
      if (!hit || !scroller.current?.contains(hit)) return null;
      const box = hit.getBoundingClientRect();
      return {
        page: Number(hit.dataset.page),
        x: (clientX - box.left) / pxPerMm,
        y: (clientY - box.top) / pxPerMm,
      };
    },
    [scroller, pxPerMm],
  );

  const middle = useCallback(() => {
    const size = source.pages[current]!;
    const sheet = sheetAt(current)?.getBoundingClientRect();
    const view = scroller.current?.getBoundingClientRect();
    if (!sheet || !view) return { page: current, x: size.widthMm / 2, y: size.heightMm / 2 };
    // on a phone the view may exceed the window, and a zoomed sheet may exceed the view
    const [left, right] = [Math.max(sheet.left, view.left, 0), Math.min(sheet.right, view.right)];
    const top = Math.max(sheet.top, view.top, 0);
    const bottom = Math.min(sheet.bottom, view.bottom, window.innerHeight);
    return {
      page: current,
      x: ((left + right) / 2 - sheet.left) / pxPerMm,
      y: ((top + bottom) / 2 - sheet.top) / pxPerMm,
    };
  }, [scroller, source, current, sheetAt, pxPerMm]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const middle = element.scrollTop + element.clientHeight / 2;
    let page = 0;
    for (const sheet of element.querySelectorAll<HTMLElement>('[data-page]')) {
      if (sheet.offsetTop > middle) break;
      page = Number(sheet.dataset.page);
    }
    setCurrent(page);
  };

  return { goTo, middle, placeAt, current, onScroll };
}
