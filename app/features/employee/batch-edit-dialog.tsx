import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  BATCH_FIELDS,
  type BatchField,
  type BatchResult,
  type BatchValues,
  changeSeveral,
} from '#core/employee/batch-edit-calls.ts';
import { SECTION_FORMS, wantedDay } from '#core/employee/sections.ts';
import { AT_ONCE } from '#core/employee/states.ts';
import { lengthUpTo, orEmpty } from '#core/validate/rules.ts';
import { call } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { DepartmentSelect } from '../../parts/department/department-select.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { FormState } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { getPath } from '../../ui/paths.ts';
import { TextField } from '../../ui/text-field.tsx';
import { errorText } from '../../wire/client-error.ts';
import { isRefusal } from '../../wire/form-check.ts';
import style from './employee.module.css';

type Employee = { employeeId: string; realName: string };
type Props = {
  employees: readonly Employee[];
  onClose: () => void;
  onSettled: () => unknown;
  /** Called with the employees who were not refused. */
  onSaved: (changed: ReadonlySet<string>) => void;
};

const { departmentId, ...WORK } = SECTION_FORMS.WORK.shape;
const FORMS = { ...WORK, ...SECTION_FORMS.CONTRACT.shape, departmentId };
const NONE = Object.fromEntries(BATCH_FIELDS.map((name) => [name, false]));

/** Only chosen fields are validated; a chosen department needs a value and the day of the transfer. */
const rulesFor = (today: string) =>
  z
    .object({
      chosen: z.record(z.string(), z.boolean()),
      values: z.record(z.string(), z.string()),
      day: z.string(),
      reason: orEmpty(lengthUpTo(64)),
    })
    .superRefine(({ chosen, values, day }, context) => {
      const add = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
      const names = BATCH_FIELDS.filter((name) => chosen[name]);
      if (names.length === 0) add(['chosen'], 'employee:batch.noField');
      for (const name of names) {
        const { error } = FORMS[name].safeParse(values[name]);
        const [issue] = error?.issues ?? [];
        if (issue) context.addIssue({ ...issue, code: 'custom', path: ['values', name] });
      }
      if (!chosen.departmentId) return;
      if (!values.departmentId) add(['values', 'departmentId'], 'employee:rule.transferTo');
      if (!wantedDay.safeParse(day).success) add(['day'], 'employee:rule.day');
      else if (day > today) add(['day'], 'employee:rule.transferLater');
    });
type BatchEdit = z.output<ReturnType<typeof rulesFor>>;

/** Changes chosen fields of several employees in parts, with progress; then shows what came of each. */
export function BatchEditDialog({ employees, onClose, onSettled, onSaved }: Props) {
  const { t } = useTranslation(['employee', 'error']);
  const today = formatDate(Date.now());
  const [done, setDone] = useState(0);
  const [outcome, setOutcome] = useState<OutcomeData>();

  async function save({ chosen, values, day, reason }: BatchEdit) {
    const given: BatchValues = Object.fromEntries(
      BATCH_FIELDS.flatMap((name) => (chosen[name] ? [[name, values[name] ?? '']] : [])),
    );
    const results: BatchResult[] = [];
    for (let from = 0; from < employees.length; from += AT_ONCE.edit) {
      const part = employees.slice(from, from + AT_ONCE.edit).map(({ employeeId }) => employeeId);
      const input = { employeeIds: part, values: given, day: chosen.departmentId ? day : '', reason };
      try {
        const answer = await call(changeSeveral, input);
        if (isRefusal(answer)) {
          if (from === 0) return answer;
          setOutcome({ results, refusal: answer.message });
          return false;
        }
        results.push(...(answer.data?.results ?? []));
      } catch (error) {
        // Nothing was written yet: the form stays open with what was typed.
        if (from === 0) throw error;
        setOutcome({ results, error });
        return false;
      }
      setDone(results.length);
    }
    setOutcome({ results });
    return false;
  }

  if (outcome)
    return (
      <Outcome
        {...outcome}
        employees={employees}
        onClose={() => {
          const changed = outcome.results.filter(({ result }) => result !== 'REFUSED');
          onSaved(new Set(changed.map(({ employeeId }) => employeeId)));
        }}
      />
    );
  return (
    <FormDialog<BatchEdit, unknown>
      wide
      title={t('batch.title', { count: employees.length })}
      submit={t('batch.submit')}
      initial={{ chosen: NONE, values: initialValues(), day: today, reason: '' }}
      rules={rulesFor(today)}
      save={save}
      calls={[changeSeveral]}
      onClose={onClose}
      onSettled={onSettled}
    >
      {(form: FormState) => (
        <>
          <p className={style.hint}>{t('batch.text')}</p>
          <div className={style.part} data-field="chosen">
            {form.errors.chosen && !BATCH_FIELDS.some((name) => isChosen(form, name)) && (
              <Notice tone="error">{form.errors.chosen}</Notice>
            )}
            {BATCH_FIELDS.map((name) => (
              <div key={name} className={style.part}>
                <Checkbox name={`chosen.${name}`}>{t(`field.${name}`)}</Checkbox>
                {isChosen(form, name) && <BatchValue name={name} today={today} />}
              </div>
            ))}
          </div>
          {form.submitting && (
            <progress value={done} max={employees.length} aria-label={t('batch.progress', { done })} />
          )}
        </>
      )}
    </FormDialog>
  );
}

const initialValues = (): Record<string, string> =>
  Object.fromEntries(BATCH_FIELDS.map((name) => [name, '']));

const isChosen = ({ values }: FormState, name: BatchField): boolean =>
  getPath(values, `chosen.${name}`) === true;

/** The field of a value that is the same for everybody; its label is that of the checkbox above it. */
function BatchValue({ name, today }: { name: BatchField; today: string }) {
  const { t } = useTranslation('employee');
  const common = { name: `values.${name}`, label: t('batch.newValue', { field: t(`field.${name}`) }) };
  if (name === 'departmentId')
    return (
      <div className={style.fields}>
        <DepartmentSelect {...common} />
        <DatePicker name="day" label={t('transfer.day')} required max={today} />
        <TextField name="reason" label={t('transfer.reason')} maxLength={64} />
      </div>
    );
  const hint = t('batch.clears');
  return name === 'jobContent' || name === 'workLocation' ? (
    <TextField {...common} hint={hint} maxLength={64} />
  ) : (
    <DatePicker {...common} hint={hint} />
  );
}

interface OutcomeData {
  results: readonly BatchResult[];
  /** What stopped a later part: an exception, or the message of a refusal. */
  error?: unknown;
  refusal?: string;
}
type OutcomeProps = OutcomeData & {
  employees: readonly Employee[];
  onClose: () => void;
};

/** How many were changed, and each who was not, with the reason. */
function Outcome({ results, error, refusal, employees, onClose }: OutcomeProps) {
  const { t } = useTranslation(['employee', 'error']);
  const byId = new Map(results.map((one) => [one.employeeId, one]));
  const count = (kind: BatchResult['result']) => results.filter(({ result }) => result === kind).length;
  const left = employees.filter(({ employeeId }) => {
    const result = byId.get(employeeId)?.result;
    return result === undefined || result === 'REFUSED';
  });
  const why = (employeeId: string): string => {
    const problem = byId.get(employeeId)?.problem;
    return problem ? t(problem, { defaultValue: '' }) : t('batch.notReached');
  };
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={t('batch.outcome')}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('batch.close')}
        </Button>
      }
    >
      {(error !== undefined || refusal) && <Notice tone="error">{refusal ?? errorText(error, t)}</Notice>}
      <p role="status">
        {t('batch.counts', { changed: count('CHANGED'), same: count('SAME'), left: left.length })}
      </p>
      {left.length > 0 && (
        <>
          <p className={style.hint}>{t('batch.stay')}</p>
          <ul className={style.wrongRows}>
            {left.map(({ employeeId, realName }) => (
              <li key={employeeId}>{t('batch.line', { name: realName, why: why(employeeId) })}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
