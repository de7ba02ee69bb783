import { useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { loginPath } from '../session/end-session.ts';
import { safeRedirect } from '../session/safe-redirect.ts';
import { getSession, isLoggedIn, setSession } from '../session/session-store.ts';
import { LoadingState } from '../ui/state.tsx';

/**
 * [2.12] /refresh?redirect=…: clears the person and the menu from the session, so that both are refetched, and
 * redirects to a page of this product; to /login if nobody is signed in.
 */
export default function Refresh() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const to = safeRedirect(params.get('redirect'));
  useEffect(() => {
    if (!isLoggedIn(getSession(), Date.now())) {
      navigate(loginPath(to), { replace: true });
      return;
    }
    setSession({
      menuList: undefined,
      activeUser: undefined,
      userExtendInfo: undefined,
      btnPermissions: undefined,
      routerList: undefined,
    });
    navigate(to, { replace: true });
  }, [navigate, to]);
  return <LoadingState />;
}
