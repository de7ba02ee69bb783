import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EmployeeDetail, getEmployee, listEmployees, revealEmployee } from '#core/employee/calls.ts';
import { EMPLOYEE_KEEPERS } from '#core/identity/role-sets.ts';
import { getCompanyInfo, revealCompanyInfo } from '#core/realname/enterprise-calls.ts';
import type { TemplateContent, TemplateValues } from '#core/template/content.ts';
import {
  type Fact,
  type KnownFact,
  type Proposal,
  proposeValues,
  sidesOf,
} from '#core/template/fill/fill-from.ts';
import { call } from '../../../call.ts';
import { valueProblemText } from '../../../parts/template-form/problem-text.ts';
import { queryOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { errorText } from '../../../wire/client-error.ts';
import style from './wizard.module.css';

interface Props {
  content: TemplateContent;
  values: TemplateValues;
  /** The side that the own enterprise signs as, by the name of its role; '' where that is not known. */
  ownSide: string;
  onFill: (fields: Record<string, string>) => void;
  onClose: () => void;
}

/** Facts with the way to those of them that come masked. */
interface Known {
  facts: readonly KnownFact[];
  reveal: () => Promise<Partial<Record<Fact, string>>>;
}

const SHOWN = 20;

/**
 * Fills fields with what is known of the own enterprise or, for who keeps the roster, of an employee: it shows what would
 * stand where before it does so. What is masked is asked for in full only then, and the look is recorded.
 */
export function FillFromDialog({ content, values, ownSide, onFill, onClose }: Props) {
  const { t } = useTranslation('wizard');
  const roles = useSession((s) => s.permissions) ?? NONE;
  const mayRoster = roles.some(
    (role) => role === 'ENT_ADMIN' || EMPLOYEE_KEEPERS.some((one) => one === role),
  );
  const [source, setSource] = useState<'OWN' | 'ROSTER'>('OWN');
  const sides = sidesOf(content);
  const [chosenSide, setSide] = useState<string>();
  // an employee signs as the other side
  const other = sides.find((one) => one !== ownSide) ?? '';
  const side =
    chosenSide ??
    (source === 'OWN' && sides.includes(ownSide) ? ownSide : source === 'OWN' ? (sides[0] ?? '') : other);
  const [employeeId, setEmployee] = useState('');
  const own = useOwn(source === 'OWN');
  const employee = useEmployee(source === 'ROSTER' ? employeeId : '');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const { known, error, again } = source === 'OWN' ? own : employee;
  const proposals = known ? proposeValues(content, values, known.facts, side) : [];
  const chosen = proposals.filter(({ field, problem }) => !problem && !left.has(field));

  const fill = async () => {
    if (!known) return;
    setPending(true);
    setRefused(undefined);
    try {
      const full = chosen.some(({ isMasked }) => isMasked) ? await known.reveal() : {};
      onFill(
        Object.fromEntries(
          chosen.flatMap(({ field, fact, value, isMasked }) => {
            const text = isMasked ? full[fact] : value;
            return text ? [[field, text]] : [];
          }),
        ),
      );
      onClose();
    } catch (problem) {
      setRefused(problem);
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      locked={pending}
      onClose={onClose}
      title={t('fillFrom.title')}
      width="wide"
      actions={
        <>
          <Button disabled={pending} onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button kind="primary" pending={pending} disabled={chosen.length === 0} onClick={() => void fill()}>
            {t('fillFrom.fill', { count: chosen.length })}
          </Button>
        </>
      }
    >
      {mayRoster && (
        <RadioGroup
          label={t('fillFrom.source')}
          value={source}
          onChange={(next) => {
            setSource(next === 'ROSTER' ? 'ROSTER' : 'OWN');
            setSide(undefined);
            setLeft(new Set());
          }}
          options={[
            { value: 'OWN', label: t('fillFrom.own') },
            { value: 'ROSTER', label: t('fillFrom.roster') },
          ]}
        />
      )}
      {sides.length > 0 && (
        <Select
          label={t('fillFrom.side')}
          hint={t('fillFrom.sideHint')}
          value={side}
          options={sides.map((one) => ({ value: one, label: one }))}
          onChange={setSide}
        />
      )}
      {source === 'ROSTER' && <ChooseEmployee value={employeeId} onChange={setEmployee} />}
      {refused !== undefined && <Notice tone="error">{errorText(refused, t)}</Notice>}
      {source === 'ROSTER' && employeeId === '' ? null : error ? (
        <ErrorState error={error} onRetry={again} />
      ) : !known ? (
        <LoadingState />
      ) : (
        <Proposals
          proposals={proposals}
          left={left}
          onToggle={(field, on) =>
            setLeft((old) => new Set(on ? [...old].filter((one) => one !== field) : [...old, field]))
          }
        />
      )}
    </Dialog>
  );
}

const NONE: readonly string[] = [];

/** What would be put where; what does not fit says why and is left out. */
function Proposals({
  proposals,
  left,
  onToggle,
}: {
  proposals: readonly Proposal[];
  left: ReadonlySet<string>;
  onToggle: (field: string, on: boolean) => void;
}) {
  const { t } = useTranslation('wizard');
  if (proposals.length === 0)
    return (
      <EmptyState icon="pen" title={t('fillFrom.none')}>
        {t('fillFrom.noneText')}
      </EmptyState>
    );
  return (
    <>
      <ul className={style.templates} aria-label={t('fillFrom.what')}>
        {proposals.map(({ field, name, value, before, problem, isMasked }) => (
          <li key={field}>
            <Checkbox
              value={!problem && !left.has(field)}
              disabled={problem !== undefined}
              onChange={(on) => onToggle(field, on)}
              hint={
                problem
                  ? valueProblemText(t, problem)
                  : before
                    ? t('fillFrom.instead', { before })
                    : isMasked
                      ? t('fillFrom.masked')
                      : undefined
              }
            >
              {t('fillFrom.line', { name, value })}
            </Checkbox>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The roster, searched by a part of the name or by the whole number. */
function ChooseEmployee({ value, onChange }: { value: string; onChange: (employeeId: string) => void }) {
  const { t } = useTranslation('wizard');
  const [name, setName] = useState('');
  const searched = name.trim();
  const found = useQuery({
    ...queryOf(listEmployees, { size: SHOWN, ...(searched ? { name: searched } : {}) }),
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
  known: Known | undefined;
  error: unknown;
  again: () => void;
}

/** The verified facts of the enterprise that one acts for, and one's own name. */
function useOwn(enabled: boolean): Source {
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

/** What the roster knows of an employee; numbers come masked, and each look at them is recorded. */
function useEmployee(employeeId: string): Source {
  const read = useQuery({ ...queryOf(getEmployee, { employeeId }), enabled: employeeId !== '' });
  const again = () => void read.refetch();
  if (!read.data) return { known: undefined, error: read.error, again };
  const reveal = async () => {
    const { values } = await call(revealEmployee, { employeeId, section: 'PERSONAL' });
    return { MOBILE: values.mobile ?? '', ID_NUMBER: values.idNumber ?? '', EMAIL: values.email ?? '' };
  };
  return { known: { facts: factsOf(read.data), reveal }, error: undefined, again };
}

const factsOf = ({ personal, work, contract }: EmployeeDetail): KnownFact[] => [
  { fact: 'PERSON_NAME', value: personal.realName },
  { fact: 'MOBILE', value: personal.mobile, isMasked: true },
  { fact: 'ID_NUMBER', value: personal.idNumber, isMasked: true },
  { fact: 'EMAIL', value: personal.email, isMasked: true },
  { fact: 'JOB', value: work.jobContent },
  { fact: 'ENTRY_DATE', value: work.entryDate },
  { fact: 'CONTRACT_START', value: contract.contractStart },
  { fact: 'CONTRACT_END', value: contract.contractEnd },
];
