import { useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { addEmployee } from '#core/employee/calls.ts';
import { personalForm, workForm } from '#core/employee/sections.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { isGood } from '../../wire/form-check.ts';
import style from './employee.module.css';
import { SectionFields } from './section-fields.tsx';

const rules = z.object({ personal: personalForm, work: workForm });
const EMPTY = {
  personal: { realName: '', mobile: '', idType: 'RESIDENT_ID', idNumber: '', email: '', idExpiry: '' },
  work: {
    entryDate: '',
    departmentId: '',
    jobContent: '',
    workLocation: '',
    regularDate: '',
    firstWorkDate: '',
  },
};

/** Adds an employee with personal and work data; then opens their details page, where the rest is filled in. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('employee');
  const [, setParams] = useSearchParams();
  return (
    <FormDialog
      wide
      title={t('add.title')}
      submit={t('add.submit')}
      initial={EMPTY}
      rules={rules}
      save={(values) => call(addEmployee, values)}
      done={({ personal }) => t('add.done', { name: personal.realName })}
      onSaved={(_, body) => {
        if (isGood(body)) setParams({ employeeId: body.data.employeeId });
      }}
      calls={[addEmployee]}
      onClose={onClose}
    >
      <section className={style.part} aria-label={t('section.PERSONAL')}>
        <h3>{t('section.PERSONAL')}</h3>
        <SectionFields section="PERSONAL" />
      </section>
      <section className={style.part} aria-label={t('section.WORK')}>
        <h3>{t('section.WORK')}</h3>
        <SectionFields section="WORK" />
      </section>
    </FormDialog>
  );
}
