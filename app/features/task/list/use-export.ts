import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
import { plainFileName } from '#core/file-name.ts';
import { listTasks, type TaskItem } from '#core/task/list-calls.ts';
import { call, saveFile } from '../../../call.ts';
import { formatDate } from '../../../i18n/format.ts';
import { type SheetColumn, writeSheet } from '../../../kit/write-sheet.ts';
import { businessTypeText } from '../../../parts/badges/business-type.ts';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import { readAll } from './read-all.ts';

/** Writes rows of a list to an Excel file ([2.15c]): those given, or all that `input` finds. */
export function useExport(title: string) {
  const { t } = useTranslation('task');
  /** Rows read so far, and a cancel function; undefined while no export is running. */
  const [exporting, setExporting] = useState<Exporting>();
  const columns: SheetColumn<TaskItem>[] = [
    { title: t('field.number'), width: 22, value: (row) => row.number },
    { title: t('field.name'), width: 40, value: (row) => row.taskName },
    { title: t('search.scenario'), width: 10, value: (row) => t(`scenario.${row.scenario}`) },
    { title: t('field.businessType'), width: 16, value: (row) => businessTypeText(t, row) },
    { title: t('field.status'), width: 14, value: (row) => t(`label.${row.label}`) },
    { title: t('field.signed'), width: 10, value: (row) => row.signed },
    { title: t('field.signers'), width: 10, value: (row) => row.signers },
    { title: t('field.initiator'), width: 28, value: (row) => row.initiator },
    { title: t('field.startTime'), width: 18, value: (row) => new Date(row.startTime) },
    { title: t('field.endTime'), width: 18, value: (row) => new Date(row.endTime) },
    { title: t('field.files'), width: 10, value: (row) => row.fileNum },
  ];

  const run = async (
    find: (
      onRead: (done: number) => void,
      signal: AbortSignal,
    ) => Promise<{ rows: readonly TaskItem[]; more: boolean }>,
  ) => {
    const aborter = new AbortController();
    const put = (done: number) => setExporting({ done, cancel: () => aborter.abort() });
    put(0);
    try {
      const { rows, more } = await find(put, aborter.signal);
      const blob = await writeSheet(columns, rows, title);
      saveFile({ name: `${plainFileName(title)} ${formatDate(Date.now())}.xlsx`, blob });
      if (more) toast({ tone: 'warning', text: t('exportedMost', { count: rows.length }) });
      else toast({ tone: 'success', text: t('exported', { count: rows.length }) });
    } catch (error) {
      if (aborter.signal.aborted) toast({ text: t('exportStopped') });
      else toast({ tone: 'error', text: errorText(error, t) });
    } finally {
      setExporting(undefined);
    }
  };
  return {
    exporting,
    exportRows: (rows: readonly TaskItem[]) => run(async () => ({ rows, more: false })),
    exportAll: (input: InputOf<typeof listTasks>) =>
      void run((onRead, signal) => readAll((page) => call(listTasks, page, { signal }), input, onRead)),
  };
}

/** Progress of an export. */
export interface Exporting {
  done: number;
  cancel: () => void;
}
