import { useTranslation } from 'react-i18next';
import {
  discardImportRows,
  type EmployeeImport,
  listImports,
  readImportRows,
} from '#core/employee/import-calls.ts';
import { call } from '../../../call.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import type { Action } from '../../../kit/action.ts';
import { ListPage } from '../../../kit/list-page.tsx';
import { useList } from '../../../kit/use-list.ts';
import { useRefresh } from '../../../query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/table/table.tsx';
import style from '../employee.module.css';
import { ImportDialog } from './import-dialog.tsx';
import { saveWrongRows, type T, type WrongRow } from './sheets.ts';

/** Polling interval, ms, while rows are pending. */
const POLL = 1_500;

/** The imports with their progress and the failed rows. */
export function ImportList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['employee', 'realname']);
  const refresh = useRefresh();
  const list = useList(listImports, {
    filters: {},
    refresh: (rows) => (rows.some(({ endTime }) => endTime === null) ? POLL : false),
  });
  const actions: Action<EmployeeImport>[] = [
    {
      id: 'failed',
      label: t('import.downloadFailed'),
      icon: 'download',
      when: ({ kept }) => kept > 0,
      run: async ([{ importId }]) => {
        await saveFailedRows(t, importId);
        await refresh('employee');
      },
    },
    {
      id: 'discard',
      label: t('import.discard'),
      icon: 'trash',
      danger: true,
      when: ({ kept }) => kept > 0,
      ask: ([{ fileName, kept }]) => ({
        title: t('import.discardTitle'),
        thing: fileName,
        consequence: t('import.discardText', { count: kept }),
      }),
      run: ([{ importId }]) => call(discardImportRows, { importId }),
      calls: [discardImportRows],
    },
  ];
  return (
    <ListPage
      title={t('import.history')}
      about={t('import.historyText')}
      code="employee.imports"
      list={list}
      rowKey={(row) => row.importId}
      columns={columnsOf(t)}
      actions={actions}
      beside={
        <Button icon="arrow-left" onClick={onClose}>
          {t('action.back')}
        </Button>
      }
      main={{
        id: 'import',
        label: t('import.title'),
        icon: 'upload',
        layer: ({ close }) => <ImportDialog onClose={close} onBegan={close} />,
      }}
      empty={{ icon: 'upload', title: t('import.empty'), text: t('import.emptyText') }}
    />
  );
}

/** Fetches the failed rows in parts and saves them as one sheet. */
async function saveFailedRows(t: T, importId: string): Promise<void> {
  const rows: WrongRow[] = [];
  for (;;) {
    const page = await call(readImportRows, { importId, after: rows.at(-1)?.number ?? 0 });
    rows.push(...page.rows);
    if (page.rows.length === 0) return saveWrongRows(t, page.columns, rows);
  }
}

function State({ row }: { row: EmployeeImport }) {
  const { t } = useTranslation('employee');
  if (row.endTime === null) {
    const done = row.added + row.changed + row.skipped + row.failed;
    const text = t('import.progress', { done, total: row.total });
    return (
      <span className={style.states}>
        <span aria-live="polite">{text}</span>
        <progress value={done} max={row.total} aria-label={text} />
      </span>
    );
  }
  if (row.refused)
    return (
      <Badge tone="error" icon="error">
        {t('import.refused')}
      </Badge>
    );
  return row.failed > 0 ? (
    <Badge tone="warning" icon="warning">
      {t('import.partly')}
    </Badge>
  ) : (
    <Badge tone="success" icon="check">
      {t('import.done')}
    </Badge>
  );
}

const columnsOf = (t: T): Column<EmployeeImport>[] => [
  { id: 'fileName', title: t('import.file'), minWidth: 180, fixed: true },
  { id: 'state', title: t('import.state'), width: 180, brief: true, cell: (row) => <State row={row} /> },
  { id: 'total', title: t('import.total'), kind: 'number', width: 80 },
  { id: 'added', title: t('import.added'), kind: 'number', width: 80 },
  { id: 'changed', title: t('import.changed'), kind: 'number', width: 80 },
  { id: 'skipped', title: t('import.skipped'), kind: 'number', width: 80 },
  { id: 'failed', title: t('import.failed'), kind: 'number', width: 80, brief: true },
  { id: 'reads', title: t('import.reads'), kind: 'number', width: 140 },
  { id: 'operator', title: t('import.operator'), width: 110 },
  { id: 'createTime', title: t('import.time'), width: 170, cell: (row) => formatDateTime(row.createTime) },
];
