import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { rejectTask } from '#core/task/calls.ts';
import { call } from '../../../call.ts';
import { useRefresh } from '../../../query.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  task: { planId: string; taskName: string };
  onDone: () => void;
}

/** Rejecting ends the task for everybody and cannot be undone ([4.1h]); a reason is required ([5.11p]). */
export function RejectDialog({ open, onClose, task, onDone }: Props) {
  const { t } = useTranslation('sign');
  const refresh = useRefresh();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('rejectTitle')}
      thing={task.taskName}
      consequence={t('rejectConsequence')}
      tone="danger"
      confirmLabel={t('reject')}
      reason={{ label: t('rejectReason'), maxLength: LIMITS.rejectReason }}
      onConfirm={async (reason) => {
        await call(rejectTask, { planId: task.planId, reason });
        toast({ tone: 'success', text: t('rejected') });
        await refresh(rejectTask);
        onDone();
      }}
    />
  );
}
