import { useTranslation } from 'react-i18next';
import { listBatches } from '#core/batch/calls.ts';
import type { PageAction } from '../../../kit/action.ts';
import { ListPage } from '../../../kit/list-page.tsx';
import { type RowOf, useList } from '../../../kit/use-list.ts';
import { useMay } from '../../../shell/use-identity.ts';
import { Link } from '../../../ui/link.tsx';
import type { Column } from '../../../ui/table/table.tsx';
import { BatchState } from './batch-state.tsx';

type Row = RowOf<typeof listBatches>;
type T = ReturnType<typeof useTranslation<'batch'>>['t'];

const FILTERS = { taskName: '' };
/** Poll interval in ms while rows are pending. */
const POLL = 3_000;

/** Sent batches with their progress. */
export function BatchList() {
  const { t } = useTranslation('batch');
  const may = useMay('contract_send');
  const list = useList(listBatches, {
    filters: FILTERS,
    refresh: (rows) => (rows.some(({ endTime }) => endTime === null) ? POLL : false),
  });
  const main: PageAction | false = may && {
    id: 'start',
    label: t('start'),
    icon: 'plus',
    to: () => '/contractSend',
  };
  return (
    <ListPage
      title={t('list.title')}
      code="batch.list"
      list={list}
      rowKey={(row) => row.batchId}
      columns={columnsOf(t)}
      main={main}
      fields={[{ name: 'taskName', label: t('list.name'), maxLength: 100 }]}
      empty={{ icon: 'group', title: t('list.empty'), text: t('list.emptyText') }}
    />
  );
}

const columnsOf = (t: T): Column<Row>[] => [
  {
    id: 'taskName',
    title: t('list.name'),
    minWidth: 220,
    fixed: true,
    cell: (row) => (
      <Link to={`/contract/batch/${row.batchId}`} quiet>
        {row.taskName}
      </Link>
    ),
  },
  { id: 'state', title: t('list.state'), width: 130, brief: true, cell: (row) => <BatchState batch={row} /> },
  { id: 'total', title: t('list.total'), kind: 'number', width: 90 },
  { id: 'sent', title: t('list.sent'), kind: 'number', width: 90 },
  { id: 'failed', title: t('list.failed'), kind: 'number', width: 90 },
  { id: 'creator', title: t('list.creator') },
  { id: 'createTime', title: t('list.createTime'), kind: 'dateTime', brief: true },
];
