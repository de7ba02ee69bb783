import { useTranslation } from 'react-i18next';
import { REMINDER_BOUNDS, type ReminderSchedule } from '#core/task/reminders.ts';
import { Select } from '../../ui/select.tsx';
import style from './reminder.module.css';
import { hourText } from './schedule-text.ts';

const DAYS = [1, 2, 3, 5, 7, 10, 14, 30].filter((days) => days <= REMINDER_BOUNDS.days);
const TIMES = [1, 2, 3, 5, 10].filter((times) => times <= REMINDER_BOUNDS.times);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The usual numbers, and the one that is chosen if a program has set another. */
const withChosen = (usual: readonly number[], chosen: number) =>
  usual.includes(chosen) ? usual : [...usual, chosen].sort((a, b) => a - b);

/** When the first reminder comes, how often, how many at most, and at what hours none. */
export function ScheduleFields({
  value,
  onChange,
}: {
  value: ReminderSchedule;
  onChange: (change: Partial<ReminderSchedule>) => void;
}) {
  const { t } = useTranslation('reminder');
  const choice = (
    key: keyof ReminderSchedule,
    label: string,
    numbers: readonly number[],
    text: (n: number) => string,
  ) => (
    <Select
      label={label}
      value={String(value[key])}
      onChange={(chosen) => onChange({ [key]: Number(chosen) })}
      options={withChosen(numbers, value[key]).map((n) => ({ value: String(n), label: text(n) }))}
    />
  );
  return (
    <>
      <div className={style.fields}>
        {choice('afterDays', t('field.after'), DAYS, (n) => t('field.afterOf', { n }))}
        {choice('everyDays', t('field.every'), DAYS, (n) => t('field.everyOf', { n }))}
        {choice('times', t('field.times'), TIMES, (n) => t('field.timesOf', { n }))}
      </div>
      <div className={style.fields}>
        {choice('quietFrom', t('field.from'), HOURS, hourText)}
        {choice('quietTo', t('field.to'), HOURS, hourText)}
        <p className={style.hint}>{t('field.quietHint')}</p>
      </div>
    </>
  );
}
