import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** [4.16f] Asks an OUTSIDE person whether to continue with verifying an enterprise. */
export function NextEnterpriseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('realname');
  const navigate = useNavigate();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('next.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.later')}</Button>
          <Button
            kind="primary"
            onClick={() => {
              onClose();
              navigate('/account/myBusiness?active=2');
            }}
          >
            {t('next.go')}
          </Button>
        </>
      }
    >
      <p>{t('next.text')}</p>
    </Dialog>
  );
}
