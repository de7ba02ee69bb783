import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../call.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { toast } from '../../ui/toast-store.ts';
import { typesetInWorker } from './engine.ts';
import { reportFont } from './report-font.ts';
import { type ReportInput, reportSheet } from './report-sheet.ts';

/** Generates the report on the device and downloads it. */
export function useReport(input: ReportInput) {
  const { t } = useTranslation('verification');
  const [language] = useLanguage();
  // On desktops the font is loaded with the first result, so that the report can be made offline. At 10 MB it is too
  // large to preload on a phone.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) reportFont().catch(() => undefined);
  }, []);
  return useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      const sheet = reportSheet(input, (key, params = {}) => t(key, params), language);
      const font = await reportFont().catch(() => null);
      if (!font) return toast({ tone: 'error', text: t('report.fontMissing') });
      const bytes = await typesetInWorker(sheet, font);
      const name = t('report.fileName', { name: input.name.replace(/\.(?:pdf|ofd|zip)$/i, '') });
      return saveFile({ name, blob: new Blob([bytes], { type: 'application/pdf' }) });
    },
    onError: () => toast({ tone: 'error', text: t('report.failed') }),
  });
}
