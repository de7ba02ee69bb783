import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { type PlanRow, revokePlan } from '#core/task/calls.ts';
import { call } from '../../../call.ts';
import { useRefresh } from '../../../query.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';

type Props = { row: Pick<PlanRow, 'planId' | 'taskName'> | undefined; onClose: () => void };

/** Takes a sent task back, with a reason of at most 100 characters ([4.1g]). */
export function RevokeDialog({ row, onClose }: Props) {
  const { t } = useTranslation('task');
  const refresh = useRefresh();
  return (
    <ConfirmDialog
      open={row !== undefined}
      onClose={onClose}
      title={t('revoke.title')}
      thing={row?.taskName ?? ''}
      consequence={t('revoke.consequence')}
      tone="danger"
      confirmLabel={t('revoke.confirm')}
      reason={{ label: t('revoke.reason'), maxLength: LIMITS.cancelReason }}
      onConfirm={async (reason) => {
        if (!row) return;
        await call(revokePlan, { planId: row.planId, reason });
        toast({ tone: 'success', text: t('revoke.done', { name: row.taskName }) });
        await refresh(revokePlan);
      }}
    />
  );
}
