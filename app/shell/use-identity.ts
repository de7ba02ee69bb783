import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { getLoggedUserInfo, userMenus } from '#core/identity/calls.ts';
import { call } from '../call.ts';
import { isLoggedIn, setSession, useSession } from '../session/session-store.ts';
import { buttonsOf, pathsOf } from './menu-tree.ts';

/**
 * Loads who is signed in and their menu, and keeps both in the session. After a reload the stored menu stands at once and
 * is fetched anew behind it ([2.13a]); another language fetches it too ([0.1e]).
 */
export function useIdentity() {
  const token = useSession((s) => s.token);
  const { i18n } = useTranslation();
  const loggedIn = useSession((s) => isLoggedIn(s, Date.now()));

  const query = useQuery({
    queryKey: ['identity', token?.userId, token?.entId, i18n.language],
    enabled: loggedIn,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const [me, menuList] = await Promise.all([
        call(getLoggedUserInfo, {}, { signal }),
        call(userMenus, {}, { signal }),
      ]);
      return { me, menuList };
    },
  });

  useEffect(() => {
    if (!query.data) return;
    const { me, menuList } = query.data;
    setSession({
      loginUser: me.loginUser,
      activeUser: me.activeUser,
      userExtendInfo: me.person,
      permissions: me.roles,
      menuList,
      btnPermissions: buttonsOf(menuList),
      routerList: pathsOf(menuList),
    });
  }, [query.data]);

  return query;
}

/** Whether the identity holds a button permission ([2.13e]). */
export const useMay = (button: string): boolean =>
  useSession((s) => s.btnPermissions?.includes(button) ?? false);
