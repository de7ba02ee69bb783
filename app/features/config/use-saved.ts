import { useTranslation } from 'react-i18next';
import { useRefresh } from '../../query.ts';
import { toast } from '../../ui/toast-store.ts';

/** Returns a function to call after saving settings: refetches everything that depends on them and shows a toast. */
export function useSaved(): () => Promise<void> {
  const { t } = useTranslation('config');
  const refresh = useRefresh();
  return async () => {
    // refetch the stored values and version before the toast, so that later typing is not overwritten
    await refresh('config');
    toast({ tone: 'success', text: t('saved') });
  };
}
