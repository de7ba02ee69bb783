import { useTranslation } from 'react-i18next';
import { listTransfers, type TransferRow } from '#core/credit/calls.ts';
import { changeOfBalance, TRANSFER_KINDS } from '#core/credit/ledger.ts';
import { ListView } from '../../kit/list-view.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import type { Column } from '../../ui/table/table.tsx';

const FILTERS = { kind: '', time: ['', ''] as readonly string[] };

/** Every movement of the enterprise's copies, with the task that caused it. */
export function TransferList() {
  const { t } = useTranslation('credit');
  const list = useList(listTransfers, {
    filters: FILTERS,
    // Dates are in the reader's time zone; the range includes both ends.
    input: ({ time, ...rest }) => ({ ...rest, from: dayStart(time[0]), to: dayEnd(time[1]) }),
  });
  return (
    <ListView
      label={t('tab.ledger')}
      code="copies.ledger"
      list={list}
      rowKey={(row) => row.transferId}
      columns={columnsOf(t)}
      fields={[
        choice('kind', t('field.kind'), t('any'), TRANSFER_KINDS, (value) => t(`kind.${value}`)),
        { name: 'time', label: t('field.time'), kind: 'dateRange' },
      ]}
      empty={{ icon: 'folder', title: t('empty.ledger'), text: t('empty.ledgerText') }}
    />
  );
}

/** Change of the available copies by a movement: `+5`, `−1`; `—` if a reserved copy is consumed. */
function change({ kind, quantity }: TransferRow): string {
  const by = changeOfBalance(kind, quantity);
  return by === 0 ? '—' : by > 0 ? `+${by}` : `−${-by}`;
}

type Translate = ReturnType<typeof useTranslation<'credit'>>['t'];

const columnsOf = (t: Translate): Column<TransferRow>[] => [
  { id: 'kind', title: t('field.kind'), minWidth: 110, fixed: true, cell: (row) => t(`kind.${row.kind}`) },
  { id: 'quantity', title: t('field.change'), brief: true, minWidth: 80, cell: change },
  { id: 'at', title: t('field.time'), kind: 'dateTime', brief: true },
  {
    id: 'task',
    title: t('field.task'),
    minWidth: 200,
    cell: (row) => (row.task === null ? '' : `${row.task.taskName} (${row.task.number})`),
  },
  { id: 'lotNumber', title: t('field.number'), minWidth: 190 },
  { id: 'operator', title: t('field.operator'), minWidth: 100 },
  { id: 'remark', title: t('field.remark'), kind: 'long' },
];
