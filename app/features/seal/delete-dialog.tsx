import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteSeal, getSeal, type SealRow } from '#core/seal/calls.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';

/** Confirms the deletion of a seal, which cannot be undone and stops pending tasks ([4.4f]); shows how many wait. */
export function DeleteDialog({
  row,
  onClose,
}: {
  row: Pick<SealRow, 'stampId' | 'stampName'>;
  onClose: () => void;
}) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const facts = useQuery(queryOf(getSeal, { stampId: row.stampId }));
  const waiting = facts.data?.waitingTasks ?? 0;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title')}
      thing={row.stampName}
      consequence={waiting > 0 ? t('delete.waiting', { count: waiting }) : t('delete.text')}
      tone="danger"
      confirmLabel={t('action.delete')}
      onConfirm={async () => {
        await call(deleteSeal, { stampId: row.stampId });
        await refresh(deleteSeal);
        toast({ tone: 'success', text: t('done.delete', { name: row.stampName }) });
      }}
    />
  );
}
