import { useParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readSigningLinkCounter } from '#core/signinglink/calls.ts';
import { queryOf } from '../../query.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOnline } from '../../ui/offline-banner.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './signing-link.module.css';

/** How often the code is renewed and the count read: ms. */
const POLL = 5_000;
/** How long the screen says that somebody signed: ms. */
const SAID_MS = 8_000;

/** The screen of a counter: a code that renews itself, and that somebody signed, without a name. */
export function CounterScreen() {
  const { linkId = '' } = useParams();
  const { t } = useTranslation('signinglink');
  const online = useOnline();
  const { data, error, refetch } = useQuery({
    ...queryOf(readSigningLinkCounter, { linkId }),
    refetchInterval: POLL,
    refetchIntervalInBackground: true,
  });
  const signs = useSomebodySigned(data?.signed);
  if (!data)
    return (
      <div className={style.counter}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
      </div>
    );
  const isOpen = data.state === 'OPEN';
  return (
    <div className={style.counter}>
      <h1>{data.taskName}</h1>
      {!online || error ? (
        <Notice tone="warning">{t('counter.offline')}</Notice>
      ) : isOpen ? (
        <QrCode text={new URL(data.url, location.origin).href} label={t('counter.qr')} size={420} />
      ) : (
        <Notice tone="warning">{t(`closed.${data.state}`)}</Notice>
      )}
      {isOpen && <p>{t('counter.how')}</p>}
      <p className={style.count} role="status">
        {signs ? t('counter.signed') : t('counter.count', { count: data.signed })}
      </p>
      <LinkButton to={`/contract/signingLink/${linkId}`} kind="text">
        {t('counter.leave')}
      </LinkButton>
    </div>
  );
}

/** Whether somebody signed within the last seconds. */
function useSomebodySigned(signed: number | undefined): boolean {
  const [says, setSays] = useState(false);
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (signed === undefined) return;
    const isMore = before.current !== undefined && signed > before.current;
    before.current = signed;
    if (isMore) setSays(true);
  }, [signed]);
  useEffect(() => {
    if (!says) return;
    const timer = setTimeout(() => setSays(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [says]);
  return says;
}
