import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/state.tsx';
import style from './account.module.css';
import { autographQuery } from './autograph.ts';
import { SignatureDialog } from './signature-dialog.tsx';

/** The person's current handwritten signature, and the dialog to replace it ([2.20]). */
export function SignaturePanel() {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  const userId = useSession((s) => s.loginUser?.userId) ?? '';
  const current = useQuery(autographQuery(userId));
  return (
    <Panel title={t('signature.current')}>
      <p className={style.soft}>{t('signature.about')}</p>
      {current.error && !current.data ? (
        <ErrorState error={current.error} onRetry={() => void current.refetch()} />
      ) : (
        <div className={style.current}>
          <div className={style.paper}>
            {current.data ? (
              <img src={current.data.stampPic} alt={t('signature.current')} />
            ) : (
              current.isSuccess && <span>{t('signature.none')}</span>
            )}
          </div>
          <Button icon="pen" disabled={!current.isSuccess} onClick={() => setOpen(true)}>
            {t(current.data ? 'signature.change' : 'signature.make')}
          </Button>
        </div>
      )}
      {open && <SignatureDialog current={current.data?.stampId ?? ''} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
