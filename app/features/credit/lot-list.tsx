import { useTranslation } from 'react-i18next';
import { type LotRow, listLots } from '#core/credit/calls.ts';
import { LOT_STATES, type LotState } from '#core/credit/ledger.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { ListView } from '../../kit/list-view.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/table/table.tsx';

const FILTERS = { number: '', status: '' };

const BADGES = {
  NORMAL: { tone: 'success', icon: 'check' },
  EXPIRED: { tone: 'neutral', icon: 'clock' },
  USED_UP: { tone: 'neutral', icon: 'check' },
} as const satisfies Record<LotState, unknown>;

/** Recharge orders ([3.18b]): number, total, used, expiry and status of each lot of copies. */
export function LotList() {
  const { t } = useTranslation('credit');
  const list = useList(listLots, { filters: FILTERS });
  return (
    <ListView
      label={t('tab.lots')}
      code="copies.lots"
      list={list}
      rowKey={(row) => row.lotId}
      columns={columnsOf(t)}
      fields={[
        { name: 'number', label: t('field.number'), maxLength: 40 },
        choice('status', t('field.status'), t('any'), LOT_STATES, (value) => t(`lot.${value}`)),
      ]}
      empty={{ icon: 'folder', title: t('empty.lots'), text: t('empty.lotsText') }}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'credit'>>['t'];

const columnsOf = (t: Translate): Column<LotRow>[] => [
  { id: 'number', title: t('field.number'), minWidth: 190, fixed: true, cell: (row) => row.number },
  { id: 'source', title: t('field.source'), minWidth: 110, cell: (row) => t(`kind.${row.source}`) },
  { id: 'total', title: t('field.total'), kind: 'number' },
  { id: 'used', title: t('field.used'), kind: 'number' },
  { id: 'expired', title: t('field.expired'), kind: 'number' },
  { id: 'remaining', title: t('field.remaining'), kind: 'number', brief: true },
  { id: 'grantTime', title: t('field.grantTime'), kind: 'dateTime' },
  {
    id: 'expireTime',
    title: t('field.expireTime'),
    minWidth: 140,
    cell: (row) => (row.expireTime === null ? t('never') : formatDateTime(row.expireTime)),
  },
  {
    id: 'status',
    title: t('field.status'),
    fixed: true,
    brief: true,
    minWidth: 90,
    cell: (row) => <Badge {...BADGES[row.status]}>{t(`lot.${row.status}`)}</Badge>,
  },
];
