import { type UIMatch, useLocation, useMatches } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setTitleParts, type TitleParts, useTitleParts } from './title-parts.ts';
import { useSystemName } from './use-system-name.ts';

/**
 * Sets the subject of the page title (such as a task's), or the page name if the route does not know it (no
 * permission).
 */
export function usePageTitle({ page, subject }: Pick<TitleParts, 'page' | 'subject'>): void {
  useEffect(() => {
    setTitleParts({ page, subject });
    return () => setTitleParts({ page: undefined, subject: undefined });
  }, [page, subject]);
}

/** `title` of a route's handle: the key of its name, or a function of the match if one module serves several paths. */
type TitleHandle = { title?: string | ((match: UIMatch) => string) };

/** The name of the route in the user's language; empty for a mere redirect, and until its texts are loaded. */
export function useRouteName(): string {
  const match = useMatches().at(-1);
  const { title = '' } = (match?.handle ?? {}) as TitleHandle;
  const key = typeof title === 'function' && match ? title(match) : String(title);
  // the header must not wait for the texts of a page that is being opened
  const { t, ready } = useTranslation(key ? key.split(':')[0] : 'shell', { useSuspense: false });
  return key && ready ? t(key) : '';
}

/** The name of the shown page. */
function usePageName(): string {
  const route = useRouteName();
  return useTitleParts().page ?? route;
}

/** [2.1f] The document title: subject, page name and system name. */
export function PageTitle() {
  const { subject } = useTitleParts();
  return <title>{[subject, usePageName(), useSystemName()].filter(Boolean).join(' · ')}</title>;
}

/**
 * Announces the page after a client-side navigation, since browsers announce titles only on page loads. Silent on the
 * first page, whose title the browser announces.
 */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const name = usePageName();
  const [first, setFirst] = useState<string | undefined>(pathname);
  if (first !== undefined && first !== pathname) setFirst(undefined);
  return (
    <p className="visually-hidden" aria-live="polite">
      {first === undefined ? name : ''}
    </p>
  );
}
