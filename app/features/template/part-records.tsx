import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listPartRecords } from '#core/template/calls.ts';
import type { PartChange, PartKind, RecordKind } from '#core/template/parts.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './template.module.css';
import { nameOf, useDictionary } from './use-dictionary.ts';

const DICTIONARY: Record<PartKind, Parameters<typeof useDictionary>[0]> = {
  ROLE: 'TEMPLATE_SIGN_ROLE_TYPE',
  FIELD: 'TEMPLATE_FIELD_TYPE',
};
const MORE = 40;

/** Who changed which role, field, template or clause, when, and from what to what. */
export function PartRecords({ kind, onClose }: { kind: RecordKind; onClose: () => void }) {
  const { t } = useTranslation('template');
  const [size, setSize] = useState(MORE);
  const { options } = useDictionary(kind === 'ROLE' || kind === 'FIELD' ? DICTIONARY[kind] : undefined);
  const records = useQuery({
    ...queryOf(listPartRecords, { kind, size }),
    placeholderData: keepPreviousData,
  });
  const typeOf = (code: string) => (kind === 'TEMPLATE' ? t(`file.types.${code}`) : nameOf(options, code));
  const shown = (what: PartChange['what'], value: string): string => {
    if (what === 'type') return value.split(',').map(typeOf).join(t('comma'));
    if (what === 'businessType') return t(`ui:businessType.${value}`);
    if (what === 'scene') return t(`file.scenes.${value}`);
    if (what === 'decision') return t(`record.decision.${value}`);
    if (what === 'review') return t(`record.review.${value}`);
    if (what !== 'grant') return value;
    // the value is the organization's name followed by its access level
    const [, name, level] = /^(.*) (\w+)$/.exec(value) ?? [];
    return level ? t('record.grant', { name, level: t(`file.access.${level}`) }) : t('record.noGrant');
  };
  const changeText = ({ what, before, after }: PartChange): string =>
    before === ''
      ? t('record.is', { what: t(`record.of.${what}`), after: shown(what, after) })
      : t('record.was', {
          what: t(`record.of.${what}`),
          before: shown(what, before),
          after: shown(what, after),
        });
  return (
    <Drawer open onClose={onClose} title={t('record.title')}>
      {records.error && !records.data ? (
        <ErrorState error={records.error} onRetry={() => void records.refetch()} />
      ) : !records.data ? (
        <LoadingState />
      ) : records.data.total === 0 ? (
        <EmptyState icon="history" title={t('record.none')} />
      ) : (
        <ol className={style.records}>
          {records.data.records.map((line) => (
            <li key={line.id}>
              <strong>{t(`record.${line.record}`, { name: line.name })}</strong>
              <time>{formatDateTime(line.at)}</time>
              <span>{[line.operator, ...line.changes.map(changeText)].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ol>
      )}
      {records.data && records.data.total > size && (
        <Button kind="text" onClick={() => setSize(size + MORE)}>
          {t('record.more')}
        </Button>
      )}
    </Drawer>
  );
}
