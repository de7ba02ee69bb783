import { useTranslation } from 'react-i18next';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { setTask } from '#core/task/draft.ts';
import { SIGN_FLOWS } from '#core/task/plan.ts';
import { TEMPLATE_SCENES } from '#core/template/record.ts';
import { DAY_MS } from '#core/time.ts';
import { useLimits } from '../../../shell/use-limits.ts';
import { DatePicker } from '../../../ui/date-picker.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { useDraftUploads } from '../draft/use-draft-uploads.ts';
import { CodeFields } from './code-fields.tsx';
import { ReminderChoice } from './reminder-choice.tsx';
import type { StepProps } from './step-props.ts';
import { TaskAttachments } from './task-attachments.tsx';
import { TaskFiles } from './task-files.tsx';
import { WatermarkFields } from './watermark-fields.tsx';
import style from './wizard.module.css';

/** Converts a day to the epoch ms of its end in the device's time zone, and back. */
const endOfDay = (day: string): number | null => (day ? new Date(`${day}T23:59:59`).getTime() : null);
const startOfDay = (day: string): number => new Date(`${day}T00:00:00`).getTime();
function dayOf(time: number | null): string {
  if (time === null) return '';
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}

/**
 * Step 1 ([2.16a]): name, business type, scenario, who places the seals, begin and deadline, files, QR code, watermark.
 */
export function TaskStep({
  draft,
  open,
  problemOf,
  uploads,
  onFill,
}: StepProps & {
  uploads: ReturnType<typeof useDraftUploads>;
  onFill: (documentId: string) => void;
}) {
  const { t } = useTranslation('wizard');
  const { task } = draft;
  const limits = useLimits();
  const set = (fields: Parameters<typeof setTask>[1]) => setTask(open.doc, fields);
  return (
    <div className={style.form}>
      <TaskFiles draft={draft} open={open} problemOf={problemOf} uploads={uploads} onFill={onFill} />
      <TaskAttachments draft={draft} open={open} problemOf={problemOf} uploads={uploads} />
      <TextField
        name="taskName"
        label={t('field.taskName')}
        required
        maxLength={LIMITS.taskNameLength}
        value={task.taskName}
        onChange={(taskName) => set({ taskName })}
        error={problemOf('taskName')}
      />
      <Select
        name="businessType"
        label={t('field.businessType')}
        required
        value={task.businessType}
        onChange={(businessType) => set({ businessType, businessTypeName: '' })}
        options={BUSINESS_TYPES.map((value) => ({ value, label: t(`ui:businessType.${value}`) }))}
        error={problemOf('businessType')}
      />
      <RadioGroup
        name="scenario"
        label={t('field.scenario')}
        value={task.scenario}
        onChange={(scenario) => set({ scenario })}
        options={TEMPLATE_SCENES.map((value) => ({
          value,
          label: t(`scenario.${value}`),
          hint: t(`scenarioHint.${value}`),
        }))}
      />
      <RadioGroup
        name="signFlow"
        label={t('field.signFlow')}
        required
        value={task.signFlow}
        onChange={(signFlow) => set({ signFlow })}
        options={SIGN_FLOWS.map((value) => ({
          value,
          label: t(`signFlow.${value}`),
          hint: t(`signFlowHint.${value}`),
        }))}
      />
      <DatePicker
        name="startTime"
        label={t('field.startTime')}
        hint={t('field.startTimeHint')}
        min={dayOf(Date.now())}
        max={dayOf(Date.now() + limits.deadlineDays * DAY_MS)}
        value={dayOf(task.startTime)}
        onChange={(day) => set({ startTime: day && day !== dayOf(Date.now()) ? startOfDay(day) : null })}
        error={problemOf('startTime')}
      />
      <DatePicker
        name="endTime"
        label={t('field.endTime')}
        hint={t('field.endTimeHint')}
        min={dayOf(task.startTime ?? Date.now())}
        max={dayOf(Date.now() + limits.deadlineDays * DAY_MS)}
        value={dayOf(task.endTime)}
        onChange={(day) => set({ endTime: endOfDay(day) })}
        error={problemOf('endTime')}
      />
      <ReminderChoice draft={draft} set={set} />
      <Switch
        label={t('field.footerCode')}
        hint={t('field.footerCodeHint')}
        value={task.codeStatus === 'ENABLE'}
        onChange={(on) => set({ codeStatus: on ? 'ENABLE' : 'DISABLE' })}
      />
      {task.codeStatus === 'ENABLE' && <CodeFields draft={draft} set={set} problemOf={problemOf} />}
      <Switch
        label={t('field.watermark')}
        value={task.watermarkState === 'ENABLE'}
        onChange={(on) => set({ watermarkState: on ? 'ENABLE' : 'DISABLE' })}
      />
      {task.watermarkState === 'ENABLE' && <WatermarkFields draft={draft} set={set} problemOf={problemOf} />}
    </div>
  );
}
