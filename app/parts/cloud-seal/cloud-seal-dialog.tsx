import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { confirmCloudQr, requestCloudQr } from '#core/seal/cloud-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './cloud-seal.module.css';

type Challenge = OutputOf<typeof requestCloudQr>;

/**
 * Shows a QR code and polls for its scan ([4.22b]): if granted, closes and asks to repeat the action ([8.17b]); if
 * expired or refused, shows a fresh code ([4.22c]). If no code can be obtained, closes ([8.17c]).
 */
export function CloudSealDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('cloud');
  const [shown, show] = useState<Challenge>();
  const [anew, setAnew] = useState(false);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn requests a fresh code
  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    const run = async () => {
      let challenge: Challenge;
      try {
        challenge = await call(requestCloudQr, {}, { signal });
      } catch {
        if (!signal.aborted) onClose();
        return;
      }
      if (signal.aborted) return;
      show(challenge);
      try {
        await call(confirmCloudQr, challenge, { signal });
      } catch {
        if (signal.aborted) return;
        setAnew(true);
        setTurn(turn + 1);
        return;
      }
      if (signal.aborted) return;
      toast({ tone: 'success', text: t('done') });
      onClose();
    };
    void run();
    return () => aborter.abort();
  }, [turn]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      actions={<Button onClick={onClose}>{t('ui:cancel')}</Button>}
    >
      <div className={style.scan}>
        <p>{t('scan')}</p>
        {shown ? <QrCode text={shown.challenge} label={t('qr')} size={220} /> : <LoadingState />}
        {shown && (
          <p className={style.until}>
            {t('until', { time: formatDateTime(shown.expiresAt, { seconds: true }) })}
          </p>
        )}
        {anew && <Notice tone="warning">{t('anew')}</Notice>}
      </div>
    </Dialog>
  );
}
