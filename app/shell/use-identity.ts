import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { getLoggedUserInfo, userMenus } from '#core/identity/calls.ts';
import { call } from '../call.ts';
import { keyOf } from '../query.ts';
import { keepMenu, readStoredMenu } from '../session/menu-cookie.ts';
import { getSession, isLoggedIn, setSession, useSession } from '../session/session-store.ts';
import type { SessionToken } from '../session/types.ts';
import { buttonsOf, pathsOf } from './menu-tree.ts';

/** The signed-in user, and their menu in a language. */
export const identityQuery = (token: SessionToken | undefined, lang: string) =>
  queryOptions({
    queryKey: keyOf(getLoggedUserInfo, {}, token?.userId, token?.entId, lang),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const [me, menuList] = await Promise.all([
        call(getLoggedUserInfo, {}, { signal }),
        call(userMenus, {}, { signal }),
      ]);
      return { me, menuList };
    },
  });

let restored = false;

/** Once per page load: restores the routes of a menu that is missing in the session from the cookie ([2.13a]). */
function restoreMenuOnce(token: SessionToken): void {
  if (restored) return;
  restored = true;
  if (getSession().menuList) return;
  const menuList = readStoredMenu(token, document.cookie);
  if (menuList) setSession({ menuList, btnPermissions: buttonsOf(menuList), routerList: pathsOf(menuList) });
}

/**
 * Loads the signed-in user and their menu into the session. After a reload the stored menu is shown at once and
 * refetched in the background ([2.13a]), as after a change of language ([0.1e]).
 */
export function useIdentity() {
  const token = useSession((s) => s.token);
  const { i18n } = useTranslation();
  const loggedIn = useSession((s) => isLoggedIn(s, Date.now()));

  const query = useQuery({ ...identityQuery(token, i18n.language), enabled: loggedIn });

  useEffect(() => {
    if (token) restoreMenuOnce(token);
  }, [token]);

  useEffect(() => {
    if (!query.data) return;
    const { me, menuList } = query.data;
    const [routerList, btnPermissions] = [pathsOf(menuList), buttonsOf(menuList)];
    keepMenu(me.loginUser, routerList, btnPermissions);
    setSession({
      loginUser: me.loginUser,
      activeUser: me.activeUser,
      userExtendInfo: me.person,
      permissions: me.roles,
      entAuthInfo: { entId: me.loginUser.entId, authStatus: me.activeUser.authStatus },
      menuList,
      btnPermissions,
      routerList,
    });
  }, [query.data]);

  return query;
}

/** Whether the identity holds a button permission ([2.13e]). */
export const useMay = (button: string): boolean =>
  useSession((s) => s.btnPermissions?.includes(button) ?? false);
