import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadDocument } from '#core/task/calls.ts';
import type { TaskItem } from '#core/task/list-calls.ts';
import { callFile, isClientError, saveFile } from '../../../call.ts';
import { formatDate } from '../../../i18n/format.ts';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import { collectFiles } from './collect-files.ts';

export type Fetching = { done: number; total: number; cancel: () => void };
type Source = Pick<TaskItem, 'planId' | 'taskName' | 'fileNum'>;

type Downloads = {
  fetching: Fetching | undefined;
  /** Resolves when all are downloaded, or after cancellation or a failure, which is reported. */
  download: (rows: readonly Source[]) => Promise<void>;
  downloadFile: (taskId: string, fileIndex: number) => void;
};

/** Downloads the files of tasks: one as it is, several as a zip, with progress and cancellation. */
export function useFetching(): Downloads {
  const { t } = useTranslation('task');
  const [fetching, setFetching] = useState<Fetching>();

  const download = async (rows: readonly Source[]) => {
    const aborter = new AbortController();
    const wanted = rows.flatMap(({ planId: taskId, taskName, fileNum }) =>
      Array.from({ length: fileNum }, (_, fileIndex) => ({
        folder: taskName,
        fetch: (signal: AbortSignal) => callFile(downloadDocument, { planId: taskId, fileIndex }, { signal }),
      })),
    );
    const put = (done: number) => setFetching({ done, total: wanted.length, cancel: () => aborter.abort() });
    put(0);
    try {
      const name = rows.length === 1 ? rows[0]!.taskName : `${t('zipName')} ${formatDate(Date.now())}`;
      saveFile(await collectFiles(wanted, name, { signal: aborter.signal, onDone: put }));
      if (wanted.length > 1) toast({ tone: 'success', text: t('downloaded', { count: wanted.length }) });
    } catch (error) {
      if (aborter.signal.aborted || (isClientError(error) && error.kind === 'aborted'))
        toast({ text: t('downloadStopped') });
      else toast({ tone: 'error', text: errorText(error, t) });
    } finally {
      setFetching(undefined);
    }
  };
  const downloadFile = async (taskId: string, fileIndex: number) => {
    try {
      saveFile(await callFile(downloadDocument, { planId: taskId, fileIndex }));
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    }
  };
  return {
    fetching,
    download,
    downloadFile: (taskId, fileIndex) => void downloadFile(taskId, fileIndex),
  };
}
