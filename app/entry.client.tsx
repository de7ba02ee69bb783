import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createI18n, namespacesOf } from './i18n/create-i18n.ts';
import { DEFAULT_LANGUAGE, isLanguage } from './i18n/languages.ts';
import { reloadOnceForMissingChunk } from './shell/missing-chunk.ts';
import { keepPagesForOffline } from './shell/offline-pages.ts';

reloadOnceForMissingChunk();

// the page wakes up in the language it was rendered in; a differing choice in storage is applied afterwards (root.tsx)
const rendered = document.documentElement.lang;
const i18n = await createI18n(
  isLanguage(rendered) ? rendered : DEFAULT_LANGUAGE,
  namespacesOf(Object.values(window.__remixRouteModules)),
);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <RemixBrowser />
      </I18nextProvider>
    </StrictMode>,
  );
});

// once the page is at rest, so that it takes nothing from what is seen first
if (document.readyState === 'complete') void keepPagesForOffline();
else window.addEventListener('load', () => void keepPagesForOffline(), { once: true });
