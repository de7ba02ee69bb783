import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listOnboardingRecords } from '#core/employee/onboarding-calls.ts';
import type { FieldChange } from '#core/employee/onboarding-fields.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './employee.module.css';

const MORE = 50;

/** Who changed which field, when, and from what to what. */
export function FieldRecords({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('onboarding');
  const [size, setSize] = useState(MORE);
  const records = useQuery({
    ...queryOf(listOnboardingRecords, { size }),
    placeholderData: keepPreviousData,
  });
  const shown = (what: FieldChange['what'], value: string): string => {
    if (value === '') return t('nothing');
    if (what === 'category') return t(`category.${value}`);
    if (what === 'type') return t(`type.${value}`);
    if (what === 'shownTo') return t(`shownTo.${value}`);
    if (what === 'required') return t(value === 'true' ? 'yes' : 'no');
    return what === 'options' ? value.split('\n').join(t('comma')) : value;
  };
  const changeText = ({ what, before, after }: FieldChange): string =>
    t('record.was', { what: t(`field.${what}`), before: shown(what, before), after: shown(what, after) });
  return (
    <Drawer open onClose={onClose} title={t('record.title')}>
      {records.error && !records.data ? (
        <ErrorState error={records.error} onRetry={() => void records.refetch()} />
      ) : !records.data ? (
        <LoadingState />
      ) : records.data.total === 0 ? (
        <EmptyState icon="history" title={t('record.none')} />
      ) : (
        <ul
          className={style.records}
          aria-label={t('record.title')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
          tabIndex={0}
        >
          {records.data.records.map(({ id, at, record, name, operator, changes }) => (
            <li key={id}>
              <strong>{t(`record.${record}`, { name })}</strong>
              <span className={style.when}>{formatDateTime(at)}</span>
              <span>{[operator, ...changes.map(changeText)].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ul>
      )}
      {records.data && records.data.total > size && (
        <Button kind="text" onClick={() => setSize(size + MORE)}>
          {t('record.more')}
        </Button>
      )}
    </Drawer>
  );
}
