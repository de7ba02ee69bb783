import './security/no-eval.ts';
import './ui/theme.css';
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { Links, Outlet, Scripts, ScrollRestoration, useNavigate, useRouteLoaderData } from '@remix-run/react';
import { type ReactNode, Suspense, useEffect } from 'react';
import type { Embedding } from './features/embed/use-embed.ts';
import { cookieValue, DEFAULT_LANGUAGE, type Language, languageOfRequest } from './i18n/languages.ts';
import { storedLanguage, useLanguage } from './i18n/use-language.ts';
import { useNonce } from './security/nonce.ts';
import { setNavigator } from './session/end-session.ts';
import { EarlyQuestions } from './shell/early-questions.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { PageAnnouncer, PageTitle } from './shell/page-title.tsx';
import { isTheme, THEME_KEY } from './ui/theme.ts';
import { ToastRegion } from './ui/toast.tsx';

declare module '@remix-run/cloudflare' {
  /** Load context that the Worker passes to the pages (server.ts). */
  interface AppLoadContext {
    systemName?: () => Promise<string>;
    embedding?: Embedding & { language: Language | null };
  }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const cookie = request.headers.get('Cookie');
  const theme = cookieValue(cookie, THEME_KEY);
  const { systemName, embedding } = context;
  const lang = embedding?.language ?? languageOfRequest(request);
  return {
    lang,
    systemName: await systemName?.(),
    theme: isTheme(theme) ? theme : undefined,
  };
}

/** Language and theme come from cookies and are afterwards managed by the page itself. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const data = useRouteLoaderData<typeof loader>('root');
  return (
    <html lang={data?.lang ?? DEFAULT_LANGUAGE} data-theme={data?.theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <PageTitle />
        <EarlyQuestions lang={data?.lang ?? DEFAULT_LANGUAGE} />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const navigate = useNavigate();
  useEffect(() => setNavigator((path) => navigate(path)), [navigate]);
  return (
    <>
      <Suspense>
        <Outlet />
        <StoredLanguage />
      </Suspense>
      <PageAnnouncer />
      <ToastRegion />
    </>
  );
}

/** Switches to the stored language, inside the page's boundary: a change before hydration would abort it. */
function StoredLanguage() {
  const [lang, changeLanguage] = useLanguage();
  useEffect(() => {
    const wanted = storedLanguage();
    if (wanted !== lang) changeLanguage(wanted);
  }, [lang, changeLanguage]);
  return null;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
