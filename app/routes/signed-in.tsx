import { Outlet } from '@remix-run/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { getLoggedUserInfo, userMenus } from '#core/identity/calls.ts';
import { CloudSealGate } from '../parts/cloud-seal/cloud-seal-gate.tsx';
import { setSessionEndListener } from '../session/end-session.ts';
import { getSession, isLoggedIn, useSession } from '../session/session-store.ts';
import { startPrefetch } from '../shell/prefetch.ts';
import { createQueryClient, pageCache, sayFailuresIn } from '../shell/query-client.ts';
import { question } from '../shell/question.ts';
import { serverColumns } from '../shell/server-columns.ts';
import { identityQuery } from '../shell/use-identity.ts';
import { Watermark } from '../shell/watermark.tsx';
import { ColumnStorageContext } from '../ui/table/column-storage.ts';

/** Prefetched before hydration: the signed-in person, the menus, and the data of the matched pages. */
export const handle = {
  questions: () => [question(getLoggedUserInfo, {}), question(userMenus, {})],
  start(modules: Parameters<typeof startPrefetch>[0], lang: string) {
    const session = getSession();
    if (!isLoggedIn(session, Date.now())) return;
    const client = pageCache();
    void client.prefetchQuery(identityQuery(session.token, lang));
    startPrefetch(modules, { client, url: new URL(window.location.href), lang });
  },
};

/** Layout of every page that needs a session: provides the query cache, which is cleared when the session ends. */
export default function SignedIn() {
  const { t, i18n } = useTranslation('ui');
  const [client] = useState(() =>
    typeof window === 'undefined'
      ? createQueryClient((key, params) => i18n.t(key, params ?? {}))
      : pageCache(),
  );
  useEffect(() => sayFailuresIn((key, params) => i18n.t(key, params ?? {})), [i18n]);
  useEffect(() => setSessionEndListener(() => client.clear()), [client]);
  // data fetched for one identity must not be shown to another, even of the same person
  const entId = useSession((s) => s.token?.entId);
  const before = useRef(entId);
  useEffect(() => {
    if (before.current === entId) return;
    // During hydration no identity is known yet; that is not a change of identity.
    const changed = before.current !== undefined;
    before.current = entId;
    if (!changed) return;
    client.resetQueries({ predicate: ({ queryKey, meta }) => queryKey[0] !== 'identity' && !meta?.personal });
  }, [client, entId]);
  // the server's texts are in the language of the request; files are in none, and a viewer would open them anew
  useEffect(() => {
    const again = () => client.invalidateQueries({ predicate: ({ meta }) => !meta?.file });
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
          <Watermark />
          <CloudSealGate />
        </ColumnStorageContext.Provider>
      </I18nProvider>
    </QueryClientProvider>
  );
}
