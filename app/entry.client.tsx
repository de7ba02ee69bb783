import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createI18n, namespacesOf } from './i18n/create-i18n.ts';
import { DEFAULT_LANGUAGE, isLanguage } from './i18n/languages.ts';
import { drawAgainInStoredLanguage } from './i18n/use-language.ts';
import { reloadOnceForMissingChunk } from './shell/missing-chunk.ts';
import { KEEP_AFTER_MS, keepPagesForOffline } from './shell/offline-pages.ts';
import { dropEarly } from './wire/early.ts';

/** A route's start hook, called before hydration (routes/signed-in.tsx). */
type Start = { start?: (all: typeof modules, lang: string) => void };

reloadOnceForMissingChunk();
// the page reloads: nothing else may run
if (drawAgainInStoredLanguage()) await new Promise(() => undefined);

// hydrates in the rendered language; if the stored one differs, it is changed afterwards (root.tsx)
const rendered = document.documentElement.lang;
const lang = isLanguage(rendered) ? rendered : DEFAULT_LANGUAGE;
const modules = Object.values(window.__remixRouteModules);
// requests go out first, in parallel with loading texts and hydration
for (const module of modules) (module?.handle as Start | undefined)?.start?.(modules, lang);
const i18n = await createI18n(lang, namespacesOf(modules));
dropEarly();

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

setTimeout(keepPagesForOffline, KEEP_AFTER_MS);
