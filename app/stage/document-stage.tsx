import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { PageSource } from './page-source.ts';
import { Sheet } from './sheet.tsx';
import style from './stage.module.css';
import type { SearchState } from './stage-search.tsx';
import { StageTools } from './stage-tools.tsx';
import { Thumbnails } from './thumbnails.tsx';
import { type StageHandle, usePlaces } from './use-places.ts';
import { useZoom } from './use-zoom.ts';

export type { StageHandle } from './use-places.ts';

export interface DocumentStageProps {
  source: PageSource;
  label: string;
  /** Rendered over page `index`, at a scale of `pxPerMm` CSS pixels per mm. */
  overlay?: (index: number, pxPerMm: number) => ReactNode;
  /** Rendered over the thumbnail of a page. */
  thumbOverlay?: (index: number, pxPerMm: number) => ReactNode;
  /** Content at the right of the tool bar. */
  tools?: ReactNode;
  handle?: Ref<StageHandle>;
}

/**
 * The document viewer: pages in the middle, thumbnails at the left, zoom by buttons and by ctrl with the wheel, page
 * jump ([5.18a]). Pages are drawn lazily when they come into view, so that a file of 300 pages scrolls at once.
 */
export function DocumentStage({ source, label, overlay, thumbOverlay, tools, handle }: DocumentStageProps) {
  const { t } = useTranslation('stage');
  const scroller = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<SearchState>({ hits: [], active: 0 });
  const [settled, setSettled] = useState(false);
  const settle = useCallback(() => setSettled(true), []);
  const view = useZoom(scroller, source);
  const { pxPerMm, standing } = view;
  const { goTo, middle, placeAt, current, onScroll } = usePlaces(scroller, source, pxPerMm, standing);
  useImperativeHandle(handle, () => ({ goTo, middle, placeAt }), [goTo, middle, placeAt]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'PageDown') goTo(Math.min(current + 1, source.pages.length - 1));
    else if (event.key === 'PageUp') goTo(Math.max(current - 1, 0));
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(source.pages.length - 1);
    else if (event.key === '+' || event.key === '=') view.step(1);
    else if (event.key === '-') view.step(-1);
    else return;
    event.preventDefault();
  };

  return (
    <section className={style.stage} aria-label={label}>
      <StageTools source={source} current={current} view={view} found={found} onFound={setFound} onGo={goTo}>
        {tools}
      </StageTools>
      <Thumbnails source={source} current={current} hold={!settled} onGo={goTo} overlay={thumbOverlay} />
      <div
        ref={scroller}
        className={style.pages}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
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
