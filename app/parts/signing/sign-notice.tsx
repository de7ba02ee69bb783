import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session-store.ts';
import { useLimits } from '../../shell/use-limits.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import style from './signing.module.css';

const KEY = 'sass_signNotice';

/** Accounts that read the notice on this device. */
function readers(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether the signed-in user has read the notice on this device, and a function that records it. */
export function useNoticeRead(): [isRead: boolean, onRead: () => void] {
  const who = useSession((s) => s.userExtendInfo?.id);
  const [now, setNow] = useState(false);
  const isRead = now || (who !== undefined && readers().includes(who));
  const onRead = () => {
    setNow(true);
    if (who !== undefined) localStorage.setItem(KEY, JSON.stringify([who, ...readers()].slice(0, MOST)));
  };
  return [isRead, onRead];
}

/** Maximum number of accounts remembered per device. */
const MOST = 20;

/**
 * Explains signing before a user's first signature on a device ([2.17]). The checkbox is enabled once the seconds that
 * the platform configured have passed ([5.17]), so that nobody skips the text.
 */
export function SignNotice({ onClose, onRead }: { onClose: () => void; onRead: () => void }) {
  const { t } = useTranslation('sign');
  const { signNoticeSeconds } = useLimits();
  const left = useSecondsLeft(signNoticeSeconds);
  const [agreed, setAgreed] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('notice.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={!agreed} onClick={onRead}>
            {t('notice.goOn')}
          </Button>
        </>
      }
    >
      <ul className={style.notice}>
        {(['effect', 'read', 'final', 'proof'] as const).map((line) => (
          <li key={line}>{t(`notice.${line}`)}</li>
        ))}
      </ul>
      <Checkbox value={agreed} onChange={setAgreed} disabled={left > 0}>
        {t('notice.agree')}
      </Checkbox>
      <p className={style.wait} role="timer" aria-live="off">
        {left > 0 ? t('notice.wait', { seconds: left }) : ''}
      </p>
    </Dialog>
  );
}

/** Counts whole seconds down from the moment it is first shown. */
function useSecondsLeft(seconds: number): number {
  const [since] = useState(() => Date.now());
  const [now, setNow] = useState(since);
  const left = Math.max(0, Math.ceil((since + seconds * 1000 - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
