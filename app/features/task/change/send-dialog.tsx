import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendFinished } from '#core/task/change-calls.ts';
import type { PickedParty } from '#core/task/partner.ts';
import { call } from '../../../call.ts';
import { PeoplePicker } from '../../../parts/people/people-picker.tsx';
import { useRefresh } from '../../../query.ts';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import { eachOf, failedText } from '../list/each-of.ts';

interface FinishedTask {
  planId: string;
  taskName: string;
}

/** Sends finished tasks to the chosen recipients; a failure of one task does not affect the others. */
export function SendDialog({
  tasks,
  onClose,
  onSent,
}: {
  tasks: readonly FinishedTask[];
  onClose: () => void;
  onSent: () => void;
}) {
  const { t } = useTranslation('task');
  const refresh = useRefresh();
  const send = useMutation({
    mutationFn: async (parties: readonly PickedParty[]) => {
      const recipients = parties.map(({ type, accountId, entName, userName, mobile }) => ({
        type,
        accountId,
        entName,
        userName,
        mobile: accountId === undefined ? mobile : '',
      }));
      const failed = await eachOf(tasks, ({ planId: taskId }) =>
        call(sendFinished, { planId: taskId, recipients }, { requestId: crypto.randomUUID() }),
      );
      return { failed, people: recipients.length };
    },
    onSuccess: async ({ failed, people }) => {
      toast(
        failed.length === 0
          ? { tone: 'success', text: t('sendOn.done', { count: people }) }
          : {
              tone: 'warning',
              text: t('sendOn.some', { count: tasks.length - failed.length, failed: failedText(failed, t) }),
            },
      );
      await refresh(sendFinished);
      onSent();
    },
    onError: (error) => toast({ tone: 'error', text: errorText(error, t) }),
  });
  return (
    <PeoplePicker
      title={t('sendOn.title')}
      sources={['colleagues', 'contacts', 'partners']}
      multiple
      isTaken={({ accountId, mobile }) => accountId === undefined && mobile === ''}
      onPick={(parties) => !send.isPending && send.mutate(parties)}
      onClose={onClose}
    />
  );
}
