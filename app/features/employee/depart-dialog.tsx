import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { departEmployee, type EmployeeDetail } from '#core/employee/calls.ts';
import { wantedDay } from '#core/employee/sections.ts';
import { lengthUpTo, orEmpty } from '#core/validate/rules.ts';
import { call } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Props = { detail: EmployeeDetail; onClose: () => void; onSettled: () => unknown };

/** Records that an employee left. Can end the membership too, or notes that an authorized person must do it. */
export function DepartDialog({ detail, onClose, onSettled }: Props) {
  const { t } = useTranslation('employee');
  const name = detail.personal.realName;
  const { entryDate } = detail.work;
  const mayEnd = detail.member?.mayEnd ?? false;
  const rules = z.object({
    departDate: wantedDay.refine((day) => day >= entryDate, { message: 'employee:rule.departBeforeEntry' }),
    departReason: orEmpty(lengthUpTo(64)),
    endMembership: z.boolean(),
  });
  return (
    <FormDialog
      title={t('depart.title', { name })}
      submit={t('action.depart')}
      initial={{ departDate: formatDate(Date.now()), departReason: '', endMembership: mayEnd }}
      rules={rules}
      save={(values) => call(departEmployee, { employeeId: detail.employeeId, ...values })}
      done={({ endMembership }, { data }) =>
        t(endMembership && data?.member ? 'depart.doneStays' : 'depart.done', { name })
      }
      onClose={onClose}
      onSettled={onSettled}
    >
      {mayEnd ? (
        <Checkbox
          name="endMembership"
          hint={t(detail.member?.authority ? 'depart.endMembershipHint' : 'depart.endIfTheirsHint')}
        >
          {t('depart.endMembership')}
        </Checkbox>
      ) : (
        detail.member && <Notice tone="warning">{t('depart.member')}</Notice>
      )}
      <DatePicker name="departDate" label={t('field.departDate')} required />
      <TextField name="departReason" label={t('field.departReason')} maxLength={64} />
    </FormDialog>
  );
}
