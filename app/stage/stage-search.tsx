import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import type { PageSource, StageHit } from './page-source.ts';
import style from './stage.module.css';

export interface Found {
  hits: readonly StageHit[];
  active: number;
}

interface Props {
  source: PageSource;
  found: Found;
  onFound: (found: Found) => void;
  onGo: (page: number, yMm: number) => void;
}

/** Finds a text in the document: Enter looks for it and goes to the next place, with shift to the one before. */
export function StageSearch({ source, found, onFound, onGo }: Props) {
  const { t } = useTranslation('stage');
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [searched, setSearched] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);

  const show = (hits: readonly StageHit[], active: number) => {
    onFound({ hits, active });
    const hit = hits[active];
    if (hit) onGo(hit.page, hit.box.y);
  };
  const search = async (back: boolean) => {
    if (query.trim() === '') return;
    if (query === searched && found.hits.length > 0) {
      show(found.hits, (found.active + (back ? found.hits.length - 1 : 1)) % found.hits.length);
      return;
    }
    const hits = await source.find(query).catch(() => []);
    setSearched(query);
    show(hits, 0);
  };
  const close = () => {
    setOpen(false);
    setSearched('');
    onFound({ hits: [], active: 0 });
  };

  if (!open)
    return (
      <IconButton icon="search" size="small" kind="quiet" label={t('search')} onClick={() => setOpen(true)} />
    );
  return (
    <search className={style.search}>
      <input
        ref={input}
        aria-label={t('search')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void search(event.shiftKey);
          else if (event.key === 'Escape') close();
        }}
      />
      <span className={style.found} role="status">
        {searched === ''
          ? ''
          : found.hits.length === 0
            ? t('notFound')
            : t('foundOf', { n: found.active + 1, count: found.hits.length })}
      </span>
      <IconButton icon="close" size="small" kind="quiet" label={t('endSearch')} onClick={close} />
    </search>
  );
}
