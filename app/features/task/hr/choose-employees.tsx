import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listEmployees } from '#core/employee/calls.ts';
import type { EmployeeState } from '#core/employee/states.ts';
import type { ChosenEmployee } from '../../../parts/hr-contract/begin-contract.ts';
import { queryOf } from '../../../query.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import style from './hr.module.css';

const PAGE_SIZE = 20;

/** Employees of the roster: those who were chosen, and a search by a part of the name or the whole number. */
export function ChooseEmployees({
  state,
  chosen,
  onChange,
}: {
  state: EmployeeState;
  chosen: readonly ChosenEmployee[];
  onChange: (chosen: readonly ChosenEmployee[]) => void;
}) {
  const { t } = useTranslation('hr');
  const [name, setName] = useState('');
  const searched = name.trim();
  const found = useQuery({
    ...queryOf(listEmployees, { size: PAGE_SIZE, state, ...(searched ? { name: searched } : {}) }),
    placeholderData: keepPreviousData,
  });
  const isChosen = (id: string) => chosen.some(({ employeeId }) => employeeId === id);
  const remove = (id: string) => onChange(chosen.filter(({ employeeId }) => employeeId !== id));
  return (
    <>
      <p className={style.hint}>{t('chosenCount', { count: chosen.length })}</p>
      {chosen.length > 0 && (
        <ul className={style.chosen} aria-label={t('chosen')}>
          {chosen.map((one) => (
            <li key={one.employeeId}>
              <strong>{one.realName}</strong>
              <span className={style.about}>{aboutOf(one)}</span>
              <IconButton
                icon="close"
                size="small"
                label={t('remove', { name: one.realName })}
                onClick={() => remove(one.employeeId)}
              />
            </li>
          ))}
        </ul>
      )}
      <TextField label={t('search')} icon="search" maxLength={50} value={name} onChange={setName} />
      {found.error && !found.data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <LoadingState />
      ) : found.data.records.length === 0 ? (
        <p className={style.hint}>{t('nobody')}</p>
      ) : (
        <ul className={style.found} aria-label={t('found')} aria-busy={found.isPlaceholderData}>
          {found.data.records.map((row) => (
            <li key={row.employeeId}>
              <Checkbox
                value={isChosen(row.employeeId)}
                onChange={(on) => (on ? onChange([...chosen, row]) : remove(row.employeeId))}
                hint={aboutOf(row)}
              >
                {row.realName}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {found.data && found.data.total > found.data.records.length && (
        <p className={style.hint}>{t('more', { count: found.data.total - found.data.records.length })}</p>
      )}
    </>
  );

  function aboutOf({ mobile, department = [], contractEnd }: ChosenEmployee): string {
    return [mobile, department.at(-1), contractEnd && t('until', { day: contractEnd })]
      .filter(Boolean)
      .join(' · ');
  }
}
