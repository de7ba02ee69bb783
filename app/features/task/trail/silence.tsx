import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { silenceReminders } from '#core/task/reminder-calls.ts';
import { call } from '../../../call.ts';
import { useRefresh } from '../../../query.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast-store.ts';

/** Ends reminders of a task for the signer who looks at it, or resumes them. */
export function Silence({ taskId, silenced }: { taskId: string; silenced: boolean }) {
  const { t } = useTranslation('trail');
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: () => call(silenceReminders, { planId: taskId, silenced: !silenced }),
    onSuccess: () => {
      toast({ tone: 'success', text: t(silenced ? 'silence.resumed' : 'silence.done') });
      return refresh(silenceReminders);
    },
  });
  return (
    <Button size="small" kind="quiet" icon="bell" pending={change.isPending} onClick={() => change.mutate()}>
      {t(silenced ? 'silence.resume' : 'silence.end')}
    </Button>
  );
}
