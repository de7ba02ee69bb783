import { useTranslation } from 'react-i18next';
import { GENDERS, type Section } from '#core/employee/sections.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { DepartmentSelect } from '../../parts/department/department-select.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { MobileField } from '../../ui/mobile-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './employee.module.css';

/** Form fields of a section, named `personal.…`, `work.…` and so on; for adding and for editing. */
export function SectionFields({ section }: { section: Section }) {
  switch (section) {
    case 'PERSONAL':
      return <PersonalFields />;
    case 'WORK':
      return <WorkFields />;
    case 'CONTACT':
      return <ContactFields />;
    case 'SALARY':
      return <SalaryFields />;
    case 'CONTRACT':
      return <ContractFields />;
  }
}

function PersonalFields() {
  const { t } = useTranslation(['employee', 'realname']);
  return (
    <div className={style.fields}>
      <TextField name="personal.realName" label={t('field.realName')} required maxLength={60} />
      <MobileField name="personal.mobile" label={t('field.mobile')} required />
      <Select
        name="personal.idType"
        label={t('field.idType')}
        required
        options={ID_TYPES.map((value) => ({ value, label: t(`realname:idType.${value}`) }))}
      />
      <TextField name="personal.idNumber" label={t('field.idNumber')} required maxLength={30} />
      <TextField
        name="personal.email"
        label={t('field.email')}
        type="email"
        inputMode="email"
        maxLength={254}
      />
      <DatePicker name="personal.idExpiry" label={t('field.idExpiry')} hint={t('idExpiryHint')} />
    </div>
  );
}

function WorkFields() {
  const { t } = useTranslation('employee');
  return (
    <div className={style.fields}>
      <DatePicker name="work.entryDate" label={t('field.entryDate')} required />
      <DepartmentSelect name="work.departmentId" label={t('field.departmentId')} />
      <TextField name="work.jobContent" label={t('field.jobContent')} maxLength={64} />
      <TextField name="work.workLocation" label={t('field.workLocation')} maxLength={64} />
      <DatePicker name="work.regularDate" label={t('field.regularDate')} />
      <DatePicker name="work.firstWorkDate" label={t('field.firstWorkDate')} />
    </div>
  );
}

function ContactFields() {
  const { t } = useTranslation('employee');
  return (
    <div className={style.fields}>
      <TextField name="contact.emergencyName" label={t('field.emergencyName')} maxLength={60} />
      <TextField
        name="contact.emergencyPhone"
        label={t('field.emergencyPhone')}
        type="tel"
        inputMode="tel"
        maxLength={20}
      />
      <Select
        name="contact.emergencyGender"
        label={t('field.emergencyGender')}
        options={[
          { value: '', label: t('notGiven') },
          ...GENDERS.map((value) => ({ value, label: t(`gender.${value}`) })),
        ]}
      />
      <TextField name="contact.emergencyRelation" label={t('field.emergencyRelation')} maxLength={20} />
    </div>
  );
}

function SalaryFields() {
  const { t } = useTranslation('employee');
  const amount = (name: 'salary' | 'probationSalary' | 'socialBase' | 'fundBase') => (
    <TextField name={`salary.${name}`} label={t(`field.${name}`)} inputMode="decimal" maxLength={16} />
  );
  return (
    <div className={style.fields}>
      <TextField name="salary.bankName" label={t('field.bankName')} maxLength={50} />
      <TextField
        name="salary.bankCard"
        label={t('field.bankCard')}
        inputMode="numeric"
        maxLength={30}
        autoComplete="off"
      />
      {amount('salary')}
      {amount('probationSalary')}
      {amount('socialBase')}
      {amount('fundBase')}
    </div>
  );
}

function ContractFields() {
  const { t } = useTranslation('employee');
  return (
    <div className={style.fields}>
      <DatePicker name="contract.contractStart" label={t('field.contractStart')} />
      <DatePicker name="contract.contractEnd" label={t('field.contractEnd')} hint={t('contract.openEnded')} />
    </div>
  );
}
