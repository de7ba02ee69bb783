import { useSearchParams } from '@remix-run/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { addEmployee } from '#core/employee/calls.ts';
import { personalForm, workForm } from '#core/employee/sections.ts';
import { call } from '../../call.ts';
import { useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-store.ts';
import { isGood } from '../../wire/form-check.ts';
import style from './employee.module.css';
import { SectionFields } from './section-fields.tsx';

const rules = z.object({ personal: personalForm, work: workForm });
const EMPTY = {
  personal: { realName: '', mobile: '', idType: 'RESIDENT_ID', idNumber: '', email: '' },
  work: {
    entryDate: '',
    department: '',
    jobContent: '',
    workLocation: '',
    regularDate: '',
    firstWorkDate: '',
  },
};

/** Who it is and what they do; the rest is filled in on their own page, which opens then. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('employee');
  const refresh = useRefresh();
  const [, setParams] = useSearchParams();
  const [pending, setPending] = useState(false);
  const id = useId();

  async function submit(values: z.output<typeof rules>) {
    setPending(true);
    try {
      const body = await call(addEmployee, values);
      if (!isGood(body)) return body;
      toast({ tone: 'success', text: t('add.done', { name: values.personal.realName }) });
      await refresh(addEmployee);
      onClose();
      setParams({ employeeId: body.data.employeeId });
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      locked={pending}
      title={t('add.title')}
      actions={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t('ui:cancel')}
          </Button>
          <Button kind="primary" type="submit" form={id} pending={pending}>
            {t('add.submit')}
          </Button>
        </>
      }
    >
      <Form id={id} wide initial={EMPTY} rules={rules} onSubmit={submit} label={t('add.title')}>
        <section className={style.part} aria-label={t('section.PERSONAL')}>
          <h3>{t('section.PERSONAL')}</h3>
          <SectionFields section="PERSONAL" />
        </section>
        <section className={style.part} aria-label={t('section.WORK')}>
          <h3>{t('section.WORK')}</h3>
          <SectionFields section="WORK" />
        </section>
      </Form>
    </Dialog>
  );
}
