import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getReminderDefault, setReminderDefault } from '#core/task/reminder-calls.ts';
import { type ReminderSchedule, USUAL_REMINDERS } from '#core/task/reminders.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { queryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { Switch } from '../../ui/switch.tsx';
import style from './reminder.module.css';
import { ScheduleFields } from './schedule-fields.tsx';
import { scheduleText } from './schedule-text.ts';

/** When signers of the enterprise's contracts are reminded, if their sender chooses nothing else; its administrators set it. */
export function ReminderPanel() {
  const { t } = useTranslation('reminder');
  const known = useQuery(queryOf(getReminderDefault, {}));
  const [open, setOpen] = useState(false);
  return (
    <Panel
      title={t('title')}
      actions={
        known.data?.mayChange && (
          <Button size="small" icon="pen" onClick={() => setOpen(true)}>
            {t('change')}
          </Button>
        )
      }
    >
      {known.data ? (
        <>
          <p>{scheduleText(t, known.data.reminders)}</p>
          <p className={style.hint}>{t('companyAbout')}</p>
        </>
      ) : known.error ? (
        <ErrorState error={known.error} onRetry={() => void known.refetch()} />
      ) : (
        <LoadingState />
      )}
      {open && known.data && <ReminderDialog before={known.data.reminders} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function ReminderDialog({ before, onClose }: { before: ReminderSchedule | null; onClose: () => void }) {
  const { t } = useTranslation('reminder');
  const [isOn, setOn] = useState(before !== null);
  const [schedule, setSchedule] = useState(before ?? USUAL_REMINDERS);
  return (
    <FormDialog
      title={t('title')}
      initial={{}}
      submit={t('save')}
      save={() => call(setReminderDefault, { reminders: isOn ? schedule : null })}
      done={() => t('saved')}
      calls={[setReminderDefault]}
      onClose={onClose}
    >
      <div className={style.form}>
        <Switch label={t('field.on')} hint={t('about')} value={isOn} onChange={setOn} />
        {isOn && (
          <ScheduleFields
            value={schedule}
            onChange={(change) => setSchedule((kept) => ({ ...kept, ...change }))}
          />
        )}
      </div>
    </FormDialog>
  );
}
