import type { useTranslation } from 'react-i18next';
import type { TaskItem } from '#core/task/list-calls.ts';
import { DAY_MS } from '#core/time.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import { businessTypeText } from '../../../parts/badges/business-type.ts';
import { Link } from '../../../ui/link.tsx';
import type { Column } from '../../../ui/table/table.tsx';
import type { ListBox } from './boxes.ts';
import style from './list.module.css';
import { TaskState } from './task-state.tsx';

type Translate = ReturnType<typeof useTranslation<'task'>>['t'];

/** The columns of every list of tasks. `sent` is the task that was just sent, whose row is highlighted. */
export const taskColumns = (
  t: Translate,
  box: ListBox,
  now: number,
  sent: string | null,
): Column<TaskItem>[] => [
  {
    id: 'taskName',
    title: t('field.name'),
    minWidth: 200,
    sort: true,
    fixed: true,
    cell: (row) => (
      <span className={style.name} data-sent={row.planId === sent || undefined}>
        <Link to={`/contract/summary/${row.planId}`} quiet>
          {row.taskName}
        </Link>
        {row.planId === sent && <span className={style.sent}>{t('justSent')}</span>}
      </span>
    ),
  },
  {
    id: 'label',
    title: t('field.status'),
    minWidth: 112,
    brief: true,
    cell: (row) => (
      <TaskState
        label={row.label}
        frozen={row.frozenReason}
        voidState={row.voidState}
        waitsFor={row.waitsFor}
        amongVoid={box === 'toVoid'}
      />
    ),
  },
  {
    id: 'progress',
    title: t('field.progress'),
    minWidth: 84,
    cell: (row) => <Progress row={row} label={t('progress', { signed: row.signed, signers: row.signers })} />,
  },
  { id: 'initiator', title: t('field.initiator'), minWidth: 120, hidden: box === 'startWithMe' },
  { id: 'startTime', title: t('field.startTime'), kind: 'dateTime', sort: true },
  {
    id: 'endTime',
    title: t('field.endTime'),
    kind: 'dateTime',
    brief: true,
    sort: true,
    cell: (row) => <Deadline row={row} now={now} soon={t('soon')} />,
  },
  {
    id: 'number',
    title: t('field.number'),
    minWidth: 150,
    hidden: box !== 'startWithMe',
    cell: (row) => <code className={style.number}>{row.number}</code>,
  },
  {
    id: 'businessTypeName',
    title: t('field.businessType'),
    hidden: true,
    cell: (row) => businessTypeText(t, row),
  },
  {
    id: 'endedTime',
    title: t(box === 'toVoid' ? 'search.revokeTime' : 'field.endedTime'),
    kind: 'dateTime',
    sort: true,
    hidden: box !== 'toVoid' && box !== 'finished',
  },
  { id: 'reason', title: t('field.reason'), minWidth: 140, hidden: box !== 'toVoid' },
  { id: 'scenario', title: t('search.scenario'), hidden: true, cell: (row) => t(`scenario.${row.scenario}`) },
  { id: 'fileNum', title: t('field.files'), kind: 'number', hidden: true },
];

/** Number of signers who have signed, as figures and as a bar. */
function Progress({ row, label }: { row: TaskItem; label: string }) {
  return (
    <span className={style.progress} title={label}>
      <span className={style.bar} aria-hidden="true">
        <span style={{ width: `${(row.signed / Math.max(1, row.signers)) * 100}%` }} />
      </span>
      <span aria-hidden="true">
        {row.signed}/{row.signers}
      </span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** The deadline; marked if a running task has less than three days left. */
function Deadline({ row, now, soon }: { row: TaskItem; now: number; soon: string }) {
  const near = row.status === 'IN_PROGRESS' && row.endTime - now < 3 * DAY_MS;
  return (
    <span className={near ? style.near : undefined}>
      {formatDateTime(row.endTime)}
      {near && <span className="visually-hidden"> {soon}</span>}
    </span>
  );
}
