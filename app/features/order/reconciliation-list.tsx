import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { listReconciliations, type ReconciliationRow, reconcile } from '#core/order/reconciliation-calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './order.module.css';
import { useMoney } from './use-money.ts';

const FILTERS = {};

/** /platform/reconciliation: the daily bills of each provider, and their differences from the local records. */
export function ReconciliationList() {
  const { t } = useTranslation('order');
  const money = useMoney();
  const list = useList(listReconciliations, { filters: FILTERS });
  return (
    <ListPage
      title={t('reconciliation.title')}
      about={t('reconciliation.about')}
      code="order.reconciliation"
      list={list}
      rowKey={(row) => row.reconciliationId}
      columns={columnsOf(t, money)}
      expand={(row) => <Differences row={row} />}
      main={{
        id: 'run',
        label: t('reconciliation.run'),
        icon: 'refresh',
        layer: ({ close }) => <RunDialog onClose={close} />,
        calls: [reconcile],
      }}
      empty={{
        icon: 'check',
        title: t('reconciliation.empty'),
        text: t('reconciliation.emptyText'),
        offer: false,
      }}
    />
  );
}

const rules = z.object({ day: z.string().min(1) });

function RunDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('order');
  return (
    <FormDialog<z.output<typeof rules>, { differences: number }>
      title={t('reconciliation.runTitle')}
      submit={t('reconciliation.run')}
      initial={{ day: '' }}
      rules={rules}
      save={({ day }) => call(reconcile, { day })}
      done={(_, { differences }) => (differences === 0 ? t('reconciliation.same') : undefined)}
      onSaved={(_, { differences }) =>
        differences > 0 && toast({ tone: 'warning', text: t('reconciliation.differs', { n: differences }) })
      }
      onClose={onClose}
      calls={[reconcile]}
    >
      <DatePicker name="day" label={t('reconciliation.day')} required hint={t('reconciliation.dayHint')} />
    </FormDialog>
  );
}

/** The differences, one per line. */
function Differences({ row }: { row: ReconciliationRow }) {
  const { t } = useTranslation('order');
  const money = useMoney();
  if (row.failure !== '')
    return <p className={style.soft}>{t('reconciliation.failed', { why: row.failure })}</p>;
  if (row.differences.length === 0) return <p className={style.soft}>{t('reconciliation.same')}</p>;
  const amount = (fen: number | null) => (fen === null ? '—' : money(fen));
  return (
    <ul className={style.list}>
      {row.differences.map(({ kind, number, problem, hereFen, thereFen }) => (
        <li key={`${kind} ${number}`}>
          {t(`difference.${kind}`)} {number} · {t(`difference.${problem}`)} ·{' '}
          {t('difference.amounts', { here: amount(hereFen), there: amount(thereFen) })}
        </li>
      ))}
    </ul>
  );
}

type Translate = ReturnType<typeof useTranslation<'order'>>['t'];

const columnsOf = (t: Translate, money: (fen: number) => string): Column<ReconciliationRow>[] => [
  { id: 'day', title: t('reconciliation.day'), minWidth: 110, fixed: true, cell: (row) => row.day },
  { id: 'method', title: t('field.method'), minWidth: 110, cell: (row) => t(`method.${row.method}`) },
  {
    id: 'result',
    title: t('reconciliation.result'),
    brief: true,
    minWidth: 120,
    cell: (row) =>
      row.failure !== '' ? (
        <Badge tone="error" icon="error">
          {t('reconciliation.noBill')}
        </Badge>
      ) : row.differences.length > 0 ? (
        <Badge tone="warning" icon="warning">
          {t('reconciliation.differs', { n: row.differences.length })}
        </Badge>
      ) : (
        <Badge tone="success" icon="success">
          {t('reconciliation.same')}
        </Badge>
      ),
  },
  { id: 'lines', title: t('reconciliation.lines'), kind: 'number' },
  { id: 'matched', title: t('reconciliation.matched'), kind: 'number' },
  {
    id: 'paidFen',
    title: t('reconciliation.paid'),
    minWidth: 110,
    brief: true,
    cell: (row) => money(row.paidFen),
  },
  {
    id: 'refundedFen',
    title: t('reconciliation.refunded'),
    minWidth: 110,
    cell: (row) => money(row.refundedFen),
  },
  { id: 'checkTime', title: t('reconciliation.checked'), kind: 'dateTime' },
];
