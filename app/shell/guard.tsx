import { useLocation, useNavigate } from '@remix-run/react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { keepPlaceAgain, loginPath, mayJoinSession } from '../session/end-session.ts';
import { isLoggedIn, useSession } from '../session/session-store.ts';
import { ErrorState, LoadingState } from '../ui/state.tsx';
import { useAwake } from '../ui/use-awake.ts';
import { NoPermission } from './error-page.tsx';
import { routeAccess } from './route-access.ts';
import { useIdentity } from './use-identity.ts';

const joinedSession = async () => (await import('../session/join-session.ts')).joinSession();

/** Shows the page if the visitor may see it; otherwise redirects or denies access ([2.13]). */
export function Guard({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const awake = useAwake();
  const loggedIn = useSession((s) => isLoggedIn(s, Date.now()));
  const menu = useSession((s) => s.menuList);
  const activeUser = useSession((s) => s.activeUser);
  const identity = useIdentity();
  const access = awake ? routeAccess(pathname, { loggedIn, menu, activeUser }) : 'wait';

  useEffect(() => {
    if (access === 'open') keepPlaceAgain();
    if (access === 'home') navigate('/home', { replace: true });
    if (access !== 'login') return;
    let gone = false;
    const toLogin = (joined: boolean) => {
      if (!joined && !gone) navigate(loginPath(pathname + search), { replace: true });
    };
    if (mayJoinSession()) joinedSession().then(toLogin, () => toLogin(false));
    else toLogin(false);
    return () => {
      gone = true;
    };
  }, [access, navigate, pathname, search]);

  if (access === 'denied') return <NoPermission />;
  // texts of a page may still be loading when it is opened
  if (access === 'open') return <Suspense fallback={<LoadingState />}>{children}</Suspense>;
  if (identity.error && !menu)
    return <ErrorState error={identity.error} onRetry={() => identity.refetch()} />;
  return <LoadingState />;
}
