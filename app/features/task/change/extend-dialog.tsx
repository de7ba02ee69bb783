import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { extendTask } from '#core/task/change-calls.ts';
import type { TaskItem } from '#core/task/list-calls.ts';
import { DAY_MS } from '#core/time.ts';
import { call } from '../../../call.ts';
import { formatDate, formatDateTime } from '../../../i18n/format.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { useLimits } from '../../../shell/use-limits.ts';
import { DatePicker } from '../../../ui/date-picker.tsx';
import { dayEnd } from '../../../ui/table/day-range.ts';

const rules = z.object({ endTime: z.string().min(1) });

/** Moves the deadline of a task to the end of a later day, within the platform's limit. */
export function ExtendDialog({
  task: { planId: taskId, taskName, endTime },
  onClose,
  onSaved,
}: {
  task: Pick<TaskItem, 'planId' | 'taskName' | 'endTime'>;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { t } = useTranslation('task');
  const { deadlineDays } = useLimits();
  return (
    <FormDialog
      title={t('extend.title')}
      initial={{ endTime: '' }}
      rules={rules}
      submit={t('extend.confirm')}
      save={({ endTime: day }) =>
        call(extendTask, { planId: taskId, endTime: dayEnd(day)! }, { requestId: crypto.randomUUID() })
      }
      done={({ endTime: day }) => t('extend.done', { time: formatDateTime(dayEnd(day)!) })}
      onSaved={onSaved}
      calls={[extendTask]}
      onClose={onClose}
    >
      <p>
        <strong>{taskName}</strong>
      </p>
      <p>{t('extend.now', { time: formatDateTime(endTime) })}</p>
      <DatePicker
        name="endTime"
        label={t('extend.field')}
        hint={t('extend.hint', { count: deadlineDays })}
        required
        min={formatDate(Math.max(endTime + 1, Date.now()))}
        max={formatDate(Date.now() + (deadlineDays - 1) * DAY_MS)}
      />
    </FormDialog>
  );
}
