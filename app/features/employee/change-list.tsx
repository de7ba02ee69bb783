import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listChanges } from '#core/employee/calls.ts';
import type { Section } from '#core/employee/sections.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { PagingBar } from '../../ui/table/paging-bar.tsx';
import style from './employee.module.css';

type Props = { employeeId: string; section: Section; onClose: () => void };

/** Previous values of the fields of a section, newest change first. */
export function ChangeList({ employeeId, section, onClose }: Props) {
  const { t } = useTranslation(['employee', 'realname']);
  const [paging, setPaging] = useState({ current: 1, size: 10 });
  const query = useQuery(queryOf(listChanges, { employeeId, section, ...paging }));
  const valueText = (field: string, value: string): string => {
    if (value === '') return t('notGiven');
    if (field === 'idType') return t(`realname:idType.${value}`, { defaultValue: value });
    return value;
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('changes.title', { section: t(`section.${section}`) })}
      width="wide"
    >
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <LoadingState />
      ) : query.data.total === 0 ? (
        <EmptyState icon="history" title={t('changes.empty')} />
      ) : (
        <>
          <ul className={style.records}>
            {query.data.records.map(({ at, operator, field, before, after }, i) => (
              <li key={`${at}.${i}`}>
                <span className={style.when}>{formatDateTime(at, { seconds: true })}</span>
                <span>{operator}</span>
                <span>
                  {t('changes.line', {
                    field: t(`field.${field}`),
                    before: valueText(field, before),
                    after: valueText(field, after),
                  })}
                </span>
              </li>
            ))}
          </ul>
          {query.data.total > paging.size && (
            <PagingBar
              total={query.data.total}
              current={paging.current}
              size={paging.size}
              onChange={setPaging}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
