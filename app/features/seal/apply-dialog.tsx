import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SealRow } from '#core/seal/calls.ts';
import { applyCertificate } from '#core/seal/certificate-calls.ts';
import { call } from '../../call.ts';
import { useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './seal.module.css';
import { SealThumb } from './seal-picture.tsx';

/** Confirms the application for a certificate: afterwards the picture can no longer be changed ([4.4c]). */
export function ApplyDialog({ row, onClose }: { row: SealRow; onClose: () => void }) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const apply = useMutation({
    mutationFn: () => call(applyCertificate, { stampId: row.stampId }),
    onSuccess: async () => {
      await refresh(applyCertificate);
      toast({ tone: 'success', text: t('done.apply', { name: row.stampName }) });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('apply.title')}
      locked={apply.isPending}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button kind="primary" pending={apply.isPending} onClick={() => apply.mutate()}>
            {t('apply.submit')}
          </Button>
        </>
      }
    >
      <div className={style.applying}>
        <SealThumb drawing={row.drawing} name={row.stampName} />
        <div>
          <strong>{row.stampName}</strong>
          <p>{t('apply.text')}</p>
        </div>
      </div>
    </Dialog>
  );
}
