import type { OutputOf } from '#core/call.ts';
import type { getLoggedUserInfo, MenuItem, SessionUser } from '#core/identity/calls.ts';

/** What the session holds, by the names of the wire ([3.21], [3.23], [3.28a]). Times are epoch ms. */
export type SessionToken = SessionUser;
type Me = OutputOf<typeof getLoggedUserInfo>;
export type LoginUser = Me['loginUser'];
export type ActiveUser = Me['activeUser'];
export type UserExtendInfo = Me['person'];
export type { MenuItem };

export type SessionData = {
  token?: SessionToken;
  loginUser?: LoginUser;
  activeUser?: ActiveUser;
  entAuthInfo?: { authStatus?: string; entId?: string };
  userExtendInfo?: UserExtendInfo;
  menuList?: MenuItem[];
  /** Roles of the member that the session acts through. */
  permissions?: string[];
  btnPermissions?: string[];
  routerList?: string[];
  breadcrumbData?: { collapsed: boolean };
  sceneType?: string;
  tableColsObj?: Record<string, string[]>;
  /** Whether the certificate reminder was shown, by enterprise id. */
  expiredShow?: Record<string, boolean>;
  signNum?: string | number;
  /** Where a single-sign-on session goes back to on logout ([4.20]). */
  ssoCallback?: string;
};
