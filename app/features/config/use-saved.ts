import { useTranslation } from 'react-i18next';
import { useRefresh } from '../../query.ts';
import { toast } from '../../ui/toast-store.ts';

/** What follows a change of the system's settings: a word, and everything that hangs on settings is read anew. */
export function useSaved(): () => Promise<void> {
  const { t } = useTranslation('config');
  const refresh = useRefresh();
  return async () => {
    // first what is stored now, with its version: what is typed after the word stays
    await refresh('config');
    toast({ tone: 'success', text: t('saved') });
  };
}
