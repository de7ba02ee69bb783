import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Draft, DraftTask } from '#core/task/draft.ts';
import { getReminderDefault } from '#core/task/reminder-calls.ts';
import { draftReminders, REMINDER_STATES } from '#core/task/settings.ts';
import { ScheduleFields } from '../../../parts/reminder/schedule-fields.tsx';
import { scheduleText } from '../../../parts/reminder/schedule-text.ts';
import { queryOf } from '../../../query.ts';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import style from './wizard.module.css';

/** When signers of this contract are reminded; folded, as most leave it to the enterprise. */
export function ReminderChoice({
  draft: { task },
  set,
}: {
  draft: Draft;
  set: (fields: Partial<DraftTask>) => void;
}) {
  const { t } = useTranslation('reminder');
  const known = useQuery(queryOf(getReminderDefault, {}));
  const schedule = draftReminders(task);
  // Offline, or in a frame that may not ask: what the enterprise has set applies all the same.
  const byDefault = known.data && scheduleText(t, known.data.reminders);
  const chosen =
    task.reminderState === 'DEFAULT' ? (byDefault ?? t('state.DEFAULT')) : scheduleText(t, schedule);
  return (
    <details className={style.reminders}>
      <summary>
        {t('title')} <span>{chosen}</span>
      </summary>
      <div className={style.form}>
        <RadioGroup
          name="reminderState"
          label={t('title')}
          hideLabel
          column
          hint={t('about')}
          value={task.reminderState}
          onChange={(reminderState) => set({ reminderState })}
          options={REMINDER_STATES.map((value) => ({
            value,
            label: t(`state.${value}`),
            ...(value === 'DEFAULT' && byDefault ? { hint: byDefault } : {}),
          }))}
        />
        {task.reminderState === 'OWN' && (
          <ScheduleFields
            value={schedule}
            onChange={({ afterDays, everyDays, times, ...quiet }) =>
              set({
                ...quiet,
                ...(afterDays === undefined ? {} : { remindAfterDays: afterDays }),
                ...(everyDays === undefined ? {} : { remindEveryDays: everyDays }),
                ...(times === undefined ? {} : { remindTimes: times }),
              })
            }
          />
        )}
      </div>
    </details>
  );
}
