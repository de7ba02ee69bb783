import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { departEmployee, type EmployeeDetail } from '#core/employee/calls.ts';
import { wantedDay } from '#core/employee/sections.ts';
import { lengthUpTo, orEmpty } from '#core/validate/rules.ts';
import { call } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { isGood } from '../../wire/form-check.ts';

type Props = { detail: EmployeeDetail; onClose: () => void; onSettled: () => unknown };

/** Moves an employee to those who left, and says who must look after the membership. */
export function DepartDialog({ detail, onClose, onSettled }: Props) {
  const { t } = useTranslation('employee');
  const [pending, setPending] = useState(false);
  const id = useId();
  const name = detail.personal.realName;
  const { entryDate } = detail.work;
  const rules = z.object({
    departDate: wantedDay.refine((day) => day >= entryDate, { message: 'employee:rule.departBeforeEntry' }),
    departReason: orEmpty(lengthUpTo(64)),
  });

  async function submit(values: z.output<typeof rules>) {
    setPending(true);
    try {
      const body = await call(departEmployee, { employeeId: detail.employeeId, ...values });
      if (!isGood(body)) return body;
      toast({ tone: 'success', text: t('depart.done', { name }) });
      onClose();
    } finally {
      setPending(false);
      await onSettled();
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      locked={pending}
      title={t('depart.title', { name })}
      actions={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t('ui:cancel')}
          </Button>
          <Button kind="primary" type="submit" form={id} pending={pending}>
            {t('action.depart')}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        label={t('depart.title', { name })}
        initial={{ departDate: formatDate(Date.now()), departReason: '' }}
        rules={rules}
        onSubmit={submit}
      >
        {detail.member && <Notice tone="warning">{t('depart.member')}</Notice>}
        <DatePicker name="departDate" label={t('field.departDate')} required />
        <TextField name="departReason" label={t('field.departReason')} maxLength={64} />
      </Form>
    </Dialog>
  );
}
