import { useTranslation } from 'react-i18next';
import { EntryLink } from '../features/entry/entry-link.tsx';
import { WayIn } from '../features/identity/way-in.tsx';

export const handle = { ns: ['entry', 'error'], title: 'entry:title' };

/** Page opened by the link in a message to a newcomer. */
export default function Entry() {
  const { t } = useTranslation('entry');
  return (
    <WayIn title={t('title')}>
      <EntryLink />
    </WayIn>
  );
}
