import { type UIMatch, useLocation, useMatches } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setTitleParts, type TitleParts, useTitleParts } from './title-parts.ts';
import { useSystemName } from './use-system-name.ts';

/** Says what the page is about (a task by its subject), or what it is where its route does not know (no permission). */
export function usePageTitle({ page, subject }: Pick<TitleParts, 'page' | 'subject'>): void {
  useEffect(() => {
    setTitleParts({ page, subject });
    return () => setTitleParts({ page: undefined, subject: undefined });
  }, [page, subject]);
}

/** `title` of a route's handle: the key of its name, or where one module serves several addresses, the key at this one. */
type Titled = { title?: string | ((match: UIMatch) => string) };

/** The name of the route in the person's language; empty for one that only leads on, and until its words are there. */
export function useRouteName(): string {
  const match = useMatches().at(-1);
  const { title = '' } = (match?.handle ?? {}) as Titled;
  const key = typeof title === 'function' && match ? title(match) : String(title);
  // the head must not wait for the words of a page that is being opened
  const { t, ready } = useTranslation(key ? key.split(':')[0] : 'shell', { useSuspense: false });
  return key && ready ? t(key) : '';
}

/** The name of what is shown there. */
function usePageName(): string {
  const route = useRouteName();
  return useTitleParts().page ?? route;
}

/** [2.1f] The title in the browser: what the page is about, what it is, and the name of the system. */
export function PageTitle() {
  const { subject } = useTitleParts();
  return <title>{[subject, usePageName(), useSystemName()].filter(Boolean).join(' · ')}</title>;
}

/**
 * Tells a screen reader the page that a link led to: the browser says a title only where it loads a page. Silent on the
 * first page, whose title it said.
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
