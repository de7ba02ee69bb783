import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConsentSubject, getConsent, type QrMethod, startConsent } from '#core/task/consent-calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { queryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { isRevisionChanged } from '../../wire/revision-changed.ts';
import style from './consent.module.css';

const ASK_MS = 2_000;

interface Props {
  method: QrMethod;
  subject: ConsentSubject;
  /** The documents as shown to the signer; the consent is valid only for these. A batch stores its own. */
  seen?: SeenDocuments;
  onRevisionChanged: () => void;
  /** Called if the phone consents. */
  onTicket: (ticketId: string) => void;
  /** Called if the phone refuses: the flow ends ([4.15c]). */
  onRefused: () => void;
}

/** A QR code for consent or refusal on a phone ([4.15a]); it expires and can be renewed ([4.15b]). */
export function QrConsent({ method, subject, seen, onRevisionChanged, onTicket, onRefused }: Props) {
  const { t } = useTranslation('sign');
  const ticket = useQuery({
    ...queryOf(startConsent, { method, subject, ...(seen ? { seen } : {}) }),
    // Not cached: each opening of the dialog gets a new code.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const ticketId = ticket.data?.ticketId;
  const state = useQuery({
    ...queryOf(getConsent, { ticketId: ticketId! }),
    enabled: ticketId !== undefined && !ticket.isFetching,
    refetchInterval: (query) => (query.state.data && query.state.data.state !== 'PENDING' ? false : ASK_MS),
    gcTime: 0,
  }).data?.state;

  // Reports once per code, even if the parent passes new callbacks.
  const reported = useRef<string>(undefined);
  useEffect(() => {
    if (!ticketId || reported.current === ticketId || (state !== 'CONFIRMED' && state !== 'REFUSED')) return;
    reported.current = ticketId;
    if (state === 'CONFIRMED') onTicket(ticketId);
    else onRefused();
  }, [state, ticketId, onTicket, onRefused]);

  const changed = isRevisionChanged(ticket.error);
  const tell = useRef(onRevisionChanged);
  tell.current = onRevisionChanged;
  useEffect(() => {
    if (changed) tell.current();
  }, [changed]);

  if (ticket.error) return <ErrorState error={ticket.error} onRetry={() => void ticket.refetch()} />;
  if (!ticket.data || ticket.isFetching)
    return (
      <p className={style.waiting} role="status">
        <Spinner /> {t('qr.getting')}
      </p>
    );
  if (state === 'ENDED' || state === 'SPENT')
    return (
      <div className={style.qr}>
        <Notice tone="warning">{t('qr.ended')}</Notice>
        <Button icon="refresh" onClick={() => void ticket.refetch()}>
          {t('qr.again')}
        </Button>
      </div>
    );
  return (
    <div className={style.qr}>
      <QrCode text={ticket.data.url} label={t(`qr.label.${method}`)} size={176} />
      <p role="status">{t(state === 'CONFIRMED' ? 'qr.confirmed' : `qr.hint.${method}`)}</p>
      <a href={ticket.data.url} target="_blank" rel="noreferrer">
        {t('qr.here')}
      </a>
    </div>
  );
}
