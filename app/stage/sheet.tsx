import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageName } from './page-name.ts';
import type { DrawnPage, PageSource } from './page-source.ts';
import style from './stage.module.css';
import { useInView } from './use-in-view.ts';

interface Props {
  source: PageSource;
  index: number;
  pxPerMm: number;
  root: RefObject<HTMLElement | null>;
  /** Called when it is drawn or drawing failed. */
  onSettled: () => void;
  children?: ReactNode;
}

/** One page: a sheet of the final size at once, drawn while it is in or near the view. */
export function Sheet({ source, index, pxPerMm, root, onSettled, children }: Props) {
  const { t } = useTranslation('stage');
  const sheet = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const near = useInView(sheet, root, '600px');
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting');
  const page = source.pages[index]!;

  useEffect(() => {
    const element = host.current;
    if (!near || !element) return;
    const aborter = new AbortController();
    let drawn: DrawnPage | null = null;
    source.draw(index, element, pxPerMm, aborter.signal).then(
      (result) => {
        drawn = result;
        if (aborter.signal.aborted) return result.release();
        setState('drawn');
        onSettled();
      },
      () => {
        if (aborter.signal.aborted) return;
        setState('failed');
        onSettled();
      },
    );
    return () => {
      aborter.abort();
      drawn?.release();
    };
  }, [near, source, index, pxPerMm, onSettled]);

  return (
    <div
      ref={sheet}
      data-page={index}
      className={style.sheet}
      style={{ width: page.widthMm * pxPerMm, height: page.heightMm * pxPerMm }}
      role="group"
      aria-label={pageName(t, index, source.labels)}
    >
      <div ref={host} className={style.drawing} data-drawn={state === 'drawn'} />
      {state !== 'drawn' && (
        <div className={style.waiting}>{state === 'failed' ? t('pageFailed') : t('pageWaiting')}</div>
      )}
      {near && <div className={style.over}>{children}</div>}
    </div>
  );
}
