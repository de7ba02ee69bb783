import { Outlet } from '@remix-run/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { setSessionEndListener } from '../session/end-session.ts';
import { useSession } from '../session/session-store.ts';
import { ColumnStorageContext } from '../ui/table/column-storage.ts';
import { createQueryClient } from './query-client.ts';
import { serverColumns } from './server-columns.ts';

/** Around every page that needs a session: the cache of what the server said, emptied when the session ends. */
export default function SignedIn() {
  const { t, i18n } = useTranslation('ui');
  const [client] = useState(() => createQueryClient((key) => i18n.t(key)));
  useEffect(() => setSessionEndListener(() => client.clear()), [client]);
  // what the server said to one identity is not for another, though the person is the same
  const entId = useSession((s) => s.token?.entId);
  const before = useRef(entId);
  useEffect(() => {
    if (before.current === entId) return;
    before.current = entId;
    client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'identity' });
  }, [client, entId]);
  // texts from the server come in the language of the request
  useEffect(() => {
    const again = () => client.invalidateQueries();
    i18n.on('languageChanged', again);
    return () => i18n.off('languageChanged', again);
  }, [client, i18n]);
  return (
    <QueryClientProvider client={client}>
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <I18nProvider locale={i18n.language}>
        <ColumnStorageContext.Provider value={serverColumns}>
          <Outlet />
        </ColumnStorageContext.Provider>
      </I18nProvider>
    </QueryClientProvider>
  );
}
