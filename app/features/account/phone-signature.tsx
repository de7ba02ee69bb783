import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getUserCertQrCode } from '#core/account/calls.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { useOwnEvents } from '../../shell/use-own-events.ts';
import { Button } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './account.module.css';
import { autographQuery } from './autograph.ts';

/** [9.19] Polling interval, ms, while events cannot be received. */
const POLL_MS = 3_000;
/** [9.6] Side of the QR code, px. */
const QR_SIDE = 120;

/**
 * [4.21a] A QR code to write the signature on a phone. The room of the person's events reports its arrival; while the
 * room is not connected, the stamps are polled every three seconds.
 */
export function PhoneSignature({ current, onDone }: { current: string; onDone: () => Promise<void> }) {
  const { t } = useTranslation('account');
  const userId = useSession((s) => s.loginUser?.userId) ?? '';
  const link = useQuery({
    ...queryOf(getUserCertQrCode, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const over = useOver(link.data?.expiresAt);
  const read = useRef<() => void>(() => undefined);
  const connected = useOwnEvents('autograph', () => read.current());
  const stamp = useQuery({
    ...autographQuery(userId),
    refetchInterval: connected ? false : POLL_MS,
    refetchIntervalInBackground: true,
  });
  read.current = () => void stamp.refetch();
  const came = stamp.data ? stamp.data.stampId !== current : false;
  const done = useRef(false);
  useEffect(() => {
    if (!came || done.current) return;
    done.current = true;
    void onDone();
  }, [came, onDone]);

  if (link.error && !link.data) return <ErrorState error={link.error} onRetry={() => void link.refetch()} />;
  if (!link.data) return <LoadingState />;
  return (
    <div className={style.qr}>
      <p className={style.soft}>{t('phone.text')}</p>
      <div className={style.code120} data-push={connected}>
        <QrCode text={window.location.origin + link.data.path} label={t('phone.label')} size={QR_SIDE} />
        {over && (
          <div className={style.over}>
            <Button size="small" icon="refresh" onClick={() => void link.refetch()}>
              {t('phone.again')}
            </Button>
          </div>
        )}
      </div>
      <p role="status">
        {over
          ? t('phone.expired')
          : t('phone.expires', { time: formatDateTime(link.data.expiresAt).slice(-5) })}
      </p>
      {!over && <p className={style.soft}>{t('phone.waiting')}</p>}
    </div>
  );
}

/** Whether `until` (epoch ms) has passed. */
function useOver(until: number | undefined): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (until === undefined) return;
    const timer = setTimeout(() => setOver(true), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return over;
}
