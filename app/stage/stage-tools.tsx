import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { PageSource } from './page-source.ts';
import style from './stage.module.css';
import { StageJump } from './stage-jump.tsx';
import { type SearchState, StageSearch } from './stage-search.tsx';
import type { useZoom } from './use-zoom.ts';

// Loaded on demand: only a file of several documents needs this menu.
const StageParts = lazy(async () => ({ default: (await import('./stage-parts.tsx')).StageParts }));

type Props = {
  source: PageSource;
  /** The page in view, from 0. */
  current: number;
  view: ReturnType<typeof useZoom>;
  found: SearchState;
  onFound: (found: SearchState) => void;
  onGo: (page: number, yMm?: number) => void;
  children?: ReactNode;
};

/** The tool bar of a stage: page, zoom, parts, search, and the additions of its screen. */
export function StageTools({ source, current, view, found, onFound, onGo, children }: Props) {
  const { t } = useTranslation('stage');
  const { zoom, setZoom, step, pxPerMm } = view;
  return (
    <div className={style.tools} role="toolbar" aria-label={t('tools')}>
      <StageJump
        current={current}
        last={source.pages.length}
        label={source.labels?.[current]}
        onGo={(page) => onGo(page - 1)}
      />
      <IconButton icon="minus" size="small" kind="quiet" label={t('zoomOut')} onClick={() => step(-1)} />
      <span className={style.zoom} aria-live="polite">
        {Math.round((pxPerMm / (96 / 25.4)) * 100)}%
      </span>
      <IconButton icon="plus" size="small" kind="quiet" label={t('zoomIn')} onClick={() => step(1)} />
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
          <StageParts parts={source.parts} current={current} onGo={onGo} />
        </Suspense>
      )}
      <StageSearch source={source} found={found} onFound={onFound} onGo={onGo} />
      <span className={style.spacer} />
      {children}
    </div>
  );
}
