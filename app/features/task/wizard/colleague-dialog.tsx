import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { getEnterpriseAssociationUser } from '#core/task/home-calls.ts';
import { queryOf } from '../../../query.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import style from './wizard.module.css';

export type Colleague = OutputOf<typeof getEnterpriseAssociationUser>['records'][number];

const SHOWN = 50;

interface Props {
  /** Who is named already, by account. */
  taken: readonly string[];
  onChoose: (colleague: Colleague) => void;
  onClose: () => void;
}

/** Members of the own enterprise, one of whom signs for it as operator. */
export function ColleagueDialog({ taken, onChoose, onClose }: Props) {
  const { t } = useTranslation('wizard');
  const [name, setName] = useState('');
  const userName = name.trim();
  const found = useQuery({
    ...queryOf(getEnterpriseAssociationUser, { size: SHOWN, ...(userName ? { userName } : {}) }),
    placeholderData: keepPreviousData,
  });
  const { records = [], total = 0 } = found.data ?? {};
  return (
    <Dialog open onClose={onClose} title={t('colleague.title')}>
      <TextField
        label={t('colleague.search')}
        autoFocus
        icon="search"
        maxLength={50}
        value={name}
        onChange={setName}
      />
      {found.error && !found.data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <LoadingState />
      ) : records.length === 0 ? (
        <EmptyState icon="users" title={t('colleague.empty')} />
      ) : (
        <ul className={style.colleagues} aria-busy={found.isPlaceholderData}>
          {records.map((one) => (
            <li key={one.userId}>
              <button type="button" disabled={taken.includes(one.userId)} onClick={() => onChoose(one)}>
                <span>{one.userName}</span>
                <small>{taken.includes(one.userId) ? t('colleague.taken') : one.mobile}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {total > records.length && (
        <p className={style.hint}>{t('colleague.more', { count: total - records.length })}</p>
      )}
    </Dialog>
  );
}
