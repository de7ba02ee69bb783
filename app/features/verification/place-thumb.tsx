import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignaturePlace } from '#core/verification/find-places.ts';
import type { PageSource } from '../../stage/page-source.ts';
import { useInView } from '../../stage/use-in-view.ts';
import { PlaceMark } from './place-mark.tsx';
import style from './verification.module.css';

/** Width of the thumbnail in CSS px. */
const WIDTH = 132;
/** No scroll container: the window scrolls. */
const WINDOW = { current: null };

type Props = { source: PageSource; place: SignaturePlace; label: string; onOpen: () => void };

/** Thumbnail of the page of a signature, which is framed; a click opens the page there. */
export function PlaceThumb({ source, place, label, onOpen }: Props) {
  const { t } = useTranslation('verification');
  const host = useRef<HTMLSpanElement>(null);
  // A file may have hundreds of signatures: pages are rendered as they come into view.
  const near = useInView(host, WINDOW, '200px');
  const [failed, setFailed] = useState(false);
  const page = source.pages[place.page - 1];
  const pxPerMm = WIDTH / (page?.widthMm ?? 210);

  useEffect(() => {
    const element = host.current;
    if (!element || !near) return;
    const aborter = new AbortController();
    setFailed(false);
    source.draw(place.page - 1, element, pxPerMm, aborter.signal, true).catch(() => {
      if (!aborter.signal.aborted) setFailed(true);
    });
    return () => aborter.abort();
  }, [source, place.page, pxPerMm, near]);

  if (!page) return null;
  return (
    <button type="button" className={style.thumb} aria-label={label} onClick={onOpen}>
      <span className={style.paper} style={{ width: WIDTH, height: page.heightMm * pxPerMm }}>
        <span ref={host} className={style.drawing} aria-hidden="true" />
        {failed ? (
          <span className={style.notDrawn}>{t('notDrawn')}</span>
        ) : (
          <PlaceMark place={place} pxPerMm={pxPerMm} />
        )}
      </span>
    </button>
  );
}
