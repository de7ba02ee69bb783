import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#core/contact/contact.ts';
import { type EmployeeDetail, getEmployee, listEmployees, revealEmployee } from '#core/employee/calls.ts';
import { getCompanyInfo, revealCompanyInfo } from '#core/realname/enterprise-calls.ts';
import type { Fact, KnownFact } from '#core/template/fill/fill-from.ts';
import { factsOfEmployee } from '#core/template/fill/for-employee.ts';
import { call } from '../../../call.ts';
import { ContactLine } from '../../../parts/people/contact-line.tsx';
import { PeoplePicker } from '../../../parts/people/people-picker.tsx';
import { queryOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import style from './wizard.module.css';

/** Facts with a function that reveals the masked ones. */
export interface KnownFacts {
  facts: readonly KnownFact[];
  reveal: () => Promise<Partial<Record<Fact, string>>>;
}

const PAGE_SIZE = 20;

/** Chooses a contact of the address book in the shared people picker, and shows the chosen one. */
export function ChooseContact({
  value,
  onChange,
}: {
  value: Contact | undefined;
  onChange: (contact: Contact) => void;
}) {
  const { t } = useTranslation('wizard');
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={style.chosenContact}>
      {value && <ContactLine contact={value} />}
      <Button icon="users" onClick={() => setChoosing(true)}>
        {t(value ? 'fillFrom.otherContact' : 'fillFrom.chooseContact')}
      </Button>
      {choosing && (
        <PeoplePicker
          title={t('fillFrom.chooseContact')}
          sources={['contacts']}
          onClose={() => setChoosing(false)}
          onPick={([{ contact }]) => {
            if (contact) onChange(contact);
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}

/** Chooses an employee of the roster, searched by a part of the name or by the full number. */
export function ChooseEmployee({
  value,
  onChange,
}: {
  value: string;
  onChange: (employeeId: string) => void;
}) {
  const { t } = useTranslation('wizard');
  const [name, setName] = useState('');
  const searched = name.trim();
  const found = useQuery({
    ...queryOf(listEmployees, { size: PAGE_SIZE, ...(searched ? { name: searched } : {}) }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TextField
        label={t('fillFrom.employee')}
        icon="search"
        maxLength={50}
        value={name}
        onChange={setName}
      />
      {found.error && !found.data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <LoadingState />
      ) : found.data.records.length === 0 ? (
        <p className={style.hint}>{t('fillFrom.noEmployee')}</p>
      ) : (
        <RadioGroup
          label={t('fillFrom.whom')}
          value={value}
          onChange={onChange}
          options={found.data.records.map(({ employeeId, realName, mobile, department }) => ({
            value: employeeId,
            label: [realName, mobile, department.at(-1)].filter(Boolean).join(' · '),
          }))}
        />
      )}
    </>
  );
}

interface Source {
  known: KnownFacts | undefined;
  error: unknown;
  again: () => void;
}

/** The verified facts of the current enterprise, and the user's own name. */
export function useOwn(enabled: boolean): Source {
  const me = useSession((s) => s.loginUser?.name) ?? '';
  const info = useQuery({ ...queryOf(getCompanyInfo, {}), enabled });
  const { data } = info;
  const again = () => void info.refetch();
  if (!data) return { known: undefined, error: info.error, again };
  const { province = '', city = '', district = '', address = '', phone = '' } = data.fields;
  const facts: KnownFact[] = [
    { fact: 'ENTERPRISE_NAME', value: data.entName || data.entNameEn },
    { fact: 'CREDIT_CODE', value: data.creditCode },
    { fact: 'ADDRESS', value: [...new Set([province, city, district, address])].join('') },
    { fact: 'MOBILE', value: phone },
    { fact: 'PERSON_NAME', value: me },
    ...(data.mayReveal
      ? [{ fact: 'LEGAL_REPRESENTATIVE', value: data.legalName, isMasked: true } as const]
      : []),
  ];
  const reveal = async () => ({ LEGAL_REPRESENTATIVE: (await call(revealCompanyInfo, {})).legalName });
  return { known: { facts, reveal }, error: undefined, again };
}

/** The roster's data of an employee; numbers are masked, and revealing them is recorded. */
export function useEmployee(employeeId: string): Source {
  const read = useQuery({ ...queryOf(getEmployee, { employeeId }), enabled: employeeId !== '' });
  const again = () => void read.refetch();
  if (!read.data) return { known: undefined, error: read.error, again };
  const reveal = async () => {
    const { values } = await call(revealEmployee, { employeeId, section: 'PERSONAL' });
    return { MOBILE: values.mobile ?? '', ID_NUMBER: values.idNumber ?? '', EMAIL: values.email ?? '' };
  };
  return { known: { facts: factsOf(read.data), reveal }, error: undefined, again };
}

const factsOf = ({ personal, work, contract, department, departDate }: EmployeeDetail): KnownFact[] =>
  factsOfEmployee({ ...personal, ...work, ...contract, department, departDate }, 'CONTRACT').map((one) =>
    isSealed(one.fact) ? { ...one, isMasked: true } : one,
  );

const isSealed = (fact: Fact): boolean => fact === 'MOBILE' || fact === 'ID_NUMBER' || fact === 'EMAIL';
