import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type PlanRow, urgePlan } from '#core/task/calls.ts';
import { call } from '../../../call.ts';
import { useRefresh } from '../../../query.ts';
import { toast } from '../../../ui/toast-store.ts';

/** Reminds the signers whose turn it is, of one task or of several. */
export function useUrge() {
  const { t } = useTranslation('task');
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (rows: readonly PlanRow[]) => {
      let urged = 0;
      for (const { planId } of rows) urged += (await call(urgePlan, { planId })).urged;
      return urged;
    },
    onSuccess: (urged) => {
      toast({ tone: 'success', text: t('urged', { count: urged }) });
      return refresh(urgePlan);
    },
  });
}
