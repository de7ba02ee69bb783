import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageSource } from './page-source.ts';
import style from './stage.module.css';
import { useInView } from './use-in-view.ts';

const WIDTH = 108;

interface Props {
  source: PageSource;
  current: number;
  /** Delays the thumbnails, so that the requested page is drawn first. */
  hold: boolean;
  onGo: (page: number) => void;
  overlay?: ((index: number, pxPerMm: number) => ReactNode) | undefined;
}

/** Thumbnails of the pages, drawn as they come into view. */
export function Thumbnails({ source, current, hold, onGo, overlay }: Props) {
  const { t } = useTranslation('stage');
  const list = useRef<HTMLElement>(null);
  return (
    <nav ref={list} className={style.thumbs} aria-label={t('thumbnails')}>
      {source.pages.map((_, index) => (
        <Thumb
          key={index}
          source={source}
          index={index}
          root={list}
          current={index === current}
          hold={hold}
          onGo={onGo}
          overlay={overlay}
        />
      ))}
    </nav>
  );
}

function Thumb({
  source,
  index,
  root,
  current,
  hold,
  onGo,
  overlay,
}: Omit<Props, 'current'> & { index: number; root: React.RefObject<HTMLElement | null>; current: boolean }) {
  const { t } = useTranslation('stage');
  const paper = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const near = useInView(paper, root, '200px');
  const page = source.pages[index]!;
  const label = source.labels?.[index];
  const pxPerMm = WIDTH / page.widthMm;

  useEffect(() => {
    const element = host.current;
    if (hold || !near || !element) return;
    const aborter = new AbortController();
    // A thumbnail that cannot be drawn stays white: the page itself shows the error.
    source.draw(index, element, pxPerMm, aborter.signal, true).catch(() => undefined);
    return () => aborter.abort();
  }, [hold, near, source, index, pxPerMm]);

  return (
    <button
      type="button"
      className={style.thumb}
      aria-current={current ? 'page' : undefined}
      aria-label={
        label === undefined
          ? t('goToPage', { page: index + 1 })
          : t('goToPageLabelled', { page: index + 1, label })
      }
      onClick={() => onGo(index)}
    >
      <div ref={paper} className={style.thumbPaper} style={{ height: page.heightMm * pxPerMm }}>
        <div ref={host} className={style.drawing} aria-hidden="true" />
        {overlay && <div className={style.thumbMarks}>{overlay(index, pxPerMm)}</div>}
      </div>
      {label === undefined ? index + 1 : t('numberLabelled', { page: index + 1, label })}
    </button>
  );
}
