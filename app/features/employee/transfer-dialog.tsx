import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { transferEmployees } from '#core/employee/calls.ts';
import { wantedDay } from '#core/employee/sections.ts';
import { lengthUpTo, orEmpty } from '#core/validate/rules.ts';
import { id } from '#core/wire.ts';
import { call } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { DepartmentSelect } from '../../parts/department/department-select.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isGood } from '../../wire/form-check.ts';

type Props = {
  /** The employees to transfer. */
  employees: readonly { employeeId: string; realName: string; entryDate: string }[];
  onClose: () => void;
  onSettled: () => unknown;
  /** Called after the transfer. */
  onSaved?: () => void;
};

/** Transfers one or several employees to another department, with a date and a reason. */
export function TransferDialog({ employees, onClose, onSettled, onSaved }: Props) {
  const { t } = useTranslation('employee');
  const today = formatDate(Date.now());
  const rules = z.object({
    departmentId: id.or(z.literal('')).refine((text) => text !== '', {
      message: 'employee:rule.transferTo',
    }),
    day: wantedDay
      .refine((day) => day <= today, { message: 'employee:rule.transferLater' })
      .refine((day) => employees.every(({ entryDate }) => day >= entryDate), {
        message: 'employee:rule.transferBeforeEntry',
      }),
    reason: orEmpty(lengthUpTo(64)),
  });
  const [first] = employees;
  return (
    <FormDialog
      title={t('transfer.title', { name: first?.realName ?? '', count: employees.length })}
      submit={t('action.transfer')}
      initial={{ departmentId: '', day: today, reason: '' }}
      rules={rules}
      save={(values) =>
        call(transferEmployees, { employeeIds: employees.map(({ employeeId }) => employeeId), ...values })
      }
      done={(_, body) =>
        isGood(body) ? t('transfer.done', { moved: body.data.moved, left: body.data.left }) : undefined
      }
      calls={[transferEmployees]}
      onClose={onClose}
      onSettled={onSettled}
      onSaved={(_, body) => {
        if (isGood(body)) onSaved?.();
      }}
    >
      <DepartmentSelect name="departmentId" label={t('transfer.to')} />
      <DatePicker name="day" label={t('transfer.day')} required max={today} />
      <TextField name="reason" label={t('transfer.reason')} maxLength={64} />
    </FormDialog>
  );
}
