import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { PageSource } from './page-source.ts';
import { Sheet } from './sheet.tsx';
import style from './stage.module.css';
import { StageJump } from './stage-jump.tsx';
import { type Found, StageSearch } from './stage-search.tsx';
import { Thumbnails } from './thumbnails.tsx';
import { nextZoom, pxPerMmOf, type Zoom } from './zoom.ts';

// A menu, which only a file of several documents needs.
const StageParts = lazy(async () => ({ default: (await import('./stage-parts.tsx')).StageParts }));

/** What stands around a stage may ask of it. */
export interface StageHandle {
  /** Brings a page (from 0), or a place on it in mm from its top, into view. */
  goTo(page: number, yMm?: number): void;
  /** The middle of what is seen of the page in the middle of the view: page from 0, mm from its top left corner. */
  middle(): { page: number; x: number; y: number };
  /** The page and place in mm under a point of the window, or null beside every page. */
  placeAt(clientX: number, clientY: number): { page: number; x: number; y: number } | null;
}

export interface DocumentStageProps {
  source: PageSource;
  label: string;
  /** Drawn over page `index`, in CSS pixels of `pxPerMm` a mm. */
  overlay?: (index: number, pxPerMm: number) => ReactNode;
  /** Drawn over the small picture of a page. */
  thumbOverlay?: (index: number, pxPerMm: number) => ReactNode;
  /** At the right of the tool bar. */
  tools?: ReactNode;
  handle?: Ref<StageHandle>;
}

/**
 * A document on the screen: pages in the middle, thumbnails at the left, zoom by buttons and by ctrl with the wheel, page
 * jump ([5.18a]). Pages are drawn as they come into view; a file of 300 pages scrolls at once.
 */
export function DocumentStage({ source, label, overlay, thumbOverlay, tools, handle }: DocumentStageProps) {
  const { t } = useTranslation('stage');
  const scroller = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<Zoom>('width');
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [current, setCurrent] = useState(0);
  const [found, setFound] = useState<Found>({ hits: [], active: 0 });
  const [settled, setSettled] = useState(false);
  const settle = useCallback(() => setSettled(true), []);
  const widest = Math.max(...source.pages.map((p) => p.widthMm));
  const tallest = Math.max(...source.pages.map((p) => p.heightMm));
  const pxPerMm = pxPerMmOf(zoom, room, widest, tallest);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setRoom((old) => (Math.abs(old.width - width) < 2 && old.height === height ? old : { width, height }));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  const sheetAt = useCallback(
    (page: number) => scroller.current?.querySelector<HTMLElement>(`[data-page="${page}"]`),
    [],
  );

  /** Asked for before the sheets stand there (no room measured yet): done once they do. */
  const wanted = useRef<{ page: number; yMm: number } | null>(null);
  const goTo = useCallback(
    (page: number, yMm = 0) => {
      const sheet = sheetAt(page);
      const element = scroller.current;
      wanted.current = sheet && element ? null : { page, yMm };
      if (!sheet || !element) return;
      // On a phone the stage may stand in the page at its full height: then the page is what scrolls.
      const whole = element.scrollHeight <= element.clientHeight + 1;
      const above = yMm > 0 ? (whole ? window.innerHeight : element.clientHeight) / 3 : 8;
      if (whole) window.scrollBy({ top: sheet.getBoundingClientRect().top + yMm * pxPerMm - above });
      else element.scrollTo({ top: sheet.offsetTop + yMm * pxPerMm - above });
    },
    [sheetAt, pxPerMm],
  );

  const standing = room.width > 0;
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
    [pxPerMm],
  );

  const middle = useCallback(() => {
    const size = source.pages[current]!;
    const sheet = sheetAt(current)?.getBoundingClientRect();
    const view = scroller.current?.getBoundingClientRect();
    if (!sheet || !view) return { page: current, x: size.widthMm / 2, y: size.heightMm / 2 };
    // on a phone the view may be higher, and zoomed in the sheet wider, than what is seen of it
    const [left, right] = [Math.max(sheet.left, view.left, 0), Math.min(sheet.right, view.right)];
    const top = Math.max(sheet.top, view.top, 0);
    const bottom = Math.min(sheet.bottom, view.bottom, window.innerHeight);
    return {
      page: current,
      x: ((left + right) / 2 - sheet.left) / pxPerMm,
      y: ((top + bottom) / 2 - sheet.top) / pxPerMm,
    };
  }, [source, current, sheetAt, pxPerMm]);

  useImperativeHandle(handle, () => ({ goTo, middle, placeAt }), [goTo, middle, placeAt]);

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

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Not passive: the browser would zoom the whole page.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      setZoom(nextZoom(pxPerMm, event.deltaY < 0 ? 1 : -1));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [pxPerMm]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'PageDown') goTo(Math.min(current + 1, source.pages.length - 1));
    else if (event.key === 'PageUp') goTo(Math.max(current - 1, 0));
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(source.pages.length - 1);
    else if (event.key === '+' || event.key === '=') setZoom(nextZoom(pxPerMm, 1));
    else if (event.key === '-') setZoom(nextZoom(pxPerMm, -1));
    else return;
    event.preventDefault();
  };

  return (
    <section className={style.stage} aria-label={label}>
      <div className={style.tools} role="toolbar" aria-label={t('tools')}>
        <StageJump current={current} last={source.pages.length} onGo={(page) => goTo(page - 1)} />
        <IconButton
          icon="minus"
          size="small"
          kind="quiet"
          label={t('zoomOut')}
          onClick={() => setZoom(nextZoom(pxPerMm, -1))}
        />
        <span className={style.zoom} aria-live="polite">
          {Math.round((pxPerMm / (96 / 25.4)) * 100)}%
        </span>
        <IconButton
          icon="plus"
          size="small"
          kind="quiet"
          label={t('zoomIn')}
          onClick={() => setZoom(nextZoom(pxPerMm, 1))}
        />
        <span className={style.wideOnly}>
          <Button size="small" kind="quiet" aria-pressed={zoom === 'width'} onClick={() => setZoom('width')}>
            {t('fitWidth')}
          </Button>
          <Button size="small" kind="quiet" aria-pressed={zoom === 'page'} onClick={() => setZoom('page')}>
            {t('fitPage')}
          </Button>
        </span>
        {source.parts && (
          <Suspense>
            <StageParts parts={source.parts} current={current} onGo={goTo} />
          </Suspense>
        )}
        <StageSearch source={source} found={found} onFound={setFound} onGo={goTo} />
        <span className={style.spacer} />
        {tools}
      </div>
      <Thumbnails source={source} current={current} hold={!settled} onGo={goTo} overlay={thumbOverlay} />
      <div
        ref={scroller}
        className={style.pages}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label={t('pages')}
      >
        {standing &&
          source.pages.map((_, index) => (
            <Sheet
              key={index}
              source={source}
              index={index}
              pxPerMm={pxPerMm}
              root={scroller}
              onSettled={settle}
            >
              {found.hits.map(({ page, box }, at) =>
                page === index ? (
                  <span
                    key={at}
                    className={style.hit}
                    data-active={at === found.active}
                    style={{
                      left: box.x * pxPerMm,
                      top: box.y * pxPerMm,
                      width: box.width * pxPerMm,
                      height: box.height * pxPerMm,
                    }}
                  />
                ) : null,
              )}
              {overlay?.(index, pxPerMm)}
            </Sheet>
          ))}
      </div>
    </section>
  );
}
