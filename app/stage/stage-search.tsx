import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import type { PageSource, StageHit } from './page-source.ts';
import style from './stage.module.css';

export interface SearchState {
  hits: readonly StageHit[];
  active: number;
}

interface Props {
  source: PageSource;
  found: SearchState;
  onFound: (found: SearchState) => void;
  onGo: (page: number, yMm: number) => void;
}

/**
 * Finds a text in the document: Enter searches and goes to the next hit, with shift to the previous one. Ctrl+F opens
 * this search, since the browser's own sees only the rendered pages; pressed again it opens the browser's.
 */
export function StageSearch({ source, found, onFound, onGo }: Props) {
  const { t } = useTranslation('stage');
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [searched, setSearched] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (open) input.current?.focus();
    else if (was.current) opener.current?.focus();
    was.current = open;
  }, [open]);
  useEffect(() => {
    const find = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey || document.activeElement === input.current) return;
      // A dialog in front of the pages takes precedence.
      if ((input.current ?? opener.current)?.closest('[inert], [aria-hidden="true"]')) return;
      event.preventDefault();
      setOpen(true);
      input.current?.select();
    };
    document.addEventListener('keydown', find);
    return () => document.removeEventListener('keydown', find);
  }, []);

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
      <IconButton
        ref={opener}
        icon="search"
        size="small"
        kind="quiet"
        label={t('search')}
        onClick={() => setOpen(true)}
      />
    );
  return (
    <search className={style.search}>
      <input
        ref={input}
        aria-label={t('search')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          // the key belongs to an input method
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') void search(event.shiftKey);
          if (event.key !== 'Escape') return;
          // Does not close the surrounding dialog.
          event.stopPropagation();
          close();
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
