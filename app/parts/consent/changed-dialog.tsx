import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bytes } from '#core/bytes.ts';
import { formatDateTime } from '../../i18n/format.ts';
import type { PageSource, StagePage } from '../../stage/page-source.ts';
import { usePageSource } from '../../stage/use-page-source.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './changed.module.css';

/** Maximum number of rendered new pages; further ones are only listed and can be read behind the dialog. */
const MOST_PAGES = 6;
const PX_PER_MM = 2;

export interface ChangedDocument {
  documentId: string;
  fileName: string;
  format: 'PDF' | 'OFD';
  sizes: readonly StagePage[];
  /** Changed pages, from 1. */
  pages: readonly number[];
}

export interface ChangedProps {
  /** Closed without confirming: the previously shown state stays the reference. */
  onClose: () => void;
  /** Confirmed: the current state is what will be signed. */
  onSeen: () => void;
  /** Who signed in the meantime, in order; time in epoch ms. */
  signers: readonly { name: string; at: number | null }[];
  documents: readonly ChangedDocument[];
  /** The current bytes of a document. */
  fetchBytes: (documentId: string) => Promise<Bytes>;
}

/**
 * Shows what changed since the signer was shown the documents: who signed, in which files, and the new pages. Input and
 * placements are kept behind it.
 */
export function ChangedDialog({ onClose, onSeen, signers, documents, fetchBytes }: ChangedProps) {
  const { t } = useTranslation('sign');
  // If nobody signed in the meantime, the sender changed the placements.
  const anew = signers.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(anew ? 'changed.places.title' : 'changed.title')}
      width="wide"
      actions={
        <>
          <Button onClick={onClose}>{t('changed.back')}</Button>
          <Button kind="primary" onClick={onSeen}>
            {t('changed.seen')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the pages are scrolled by keyboard */}
      <div className={style.changed} role="region" aria-label={t('changed.files')} tabIndex={0}>
        <p>{t(anew ? 'changed.places.about' : 'changed.about')}</p>
        {signers.length > 0 && (
          <section>
            <h3>{t('changed.who')}</h3>
            <ul>
              {signers.map(({ name, at }) => (
                <li key={name}>
                  {at === null ? name : t('changed.signed', { name, time: formatDateTime(at) })}
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h3>{t('changed.files')}</h3>
          {documents.map((document) => (
            <NewPages key={document.documentId} document={document} fetchBytes={fetchBytes} anew={anew} />
          ))}
        </section>
      </div>
    </Dialog>
  );
}

/** A changed file, with its changed pages rendered in their current state. */
function NewPages({
  document,
  fetchBytes,
  anew,
}: { document: ChangedDocument; anew: boolean } & Pick<ChangedProps, 'fetchBytes'>) {
  const { t } = useTranslation('sign');
  const { documentId, fileName, format, sizes, pages } = document;
  const [file, setFile] = useState<{ bytes?: Bytes; error?: unknown }>({});
  const latest = useRef(fetchBytes);
  latest.current = fetchBytes;
  useEffect(() => {
    let left = false;
    latest.current(documentId).then(
      (bytes) => left || setFile({ bytes }),
      (error: unknown) => left || setFile({ error }),
    );
    return () => {
      left = true;
    };
  }, [documentId]);
  const source = usePageSource(file.bytes, format, sizes);
  const error = file.error ?? (source.state === 'failed' ? source.error : undefined);
  return (
    <article className={style.file}>
      <p>
        <strong>{fileName}</strong>{' '}
        {pages.length > 0
          ? t(anew ? 'changed.places.pages' : 'changed.pages', { pages: pages.join('、') })
          : t('changed.anew')}
      </p>
      {error ? (
        <ErrorState error={error} />
      ) : source.state === 'open' ? (
        <div className={style.pages}>
          {pages.slice(0, MOST_PAGES).map((page) => (
            <PagePicture key={page} source={source.source} index={page - 1} label={t('page', { page })} />
          ))}
        </div>
      ) : (
        <LoadingState />
      )}
    </article>
  );
}

function PagePicture({ source, index, label }: { source: PageSource; index: number; label: string }) {
  const host = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  const page = source.pages[index];
  useEffect(() => {
    const element = host.current;
    if (!element || !page) return;
    const aborter = new AbortController();
    const drawing = source.draw(index, element, PX_PER_MM, aborter.signal, true);
    drawing.then(
      () => setDrawn(true),
      () => undefined,
    );
    return () => {
      aborter.abort();
      drawing.then(
        (shown) => shown.release(),
        () => undefined,
      );
    };
  }, [source, index, page]);
  if (!page) return null;
  return (
    <figure className={style.page}>
      <div
        ref={host}
        role="img"
        aria-label={label}
        data-drawn={drawn}
        className={style.sheet}
        style={{ aspectRatio: `${page.widthMm} / ${page.heightMm}` }}
      />
      <figcaption>{label}</figcaption>
    </figure>
  );
}
