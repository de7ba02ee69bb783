import { useTranslation } from 'react-i18next';
import { downloadQuickFile, type QuickRow } from '#core/quicksign/calls.ts';
import { callFile, saveFile } from '../../call.ts';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';

/** Downloads every file of a group, one after the other. */
export function useDownload() {
  const { t } = useTranslation('quicksign');
  return async ({ id, fileNum }: Pick<QuickRow, 'id' | 'fileNum'>) => {
    try {
      for (let fileIndex = 0; fileIndex < fileNum; fileIndex++)
        saveFile(await callFile(downloadQuickFile, { id, fileIndex }));
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    }
  };
}
