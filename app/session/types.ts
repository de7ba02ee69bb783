import type { OutputOf } from '#core/call.ts';
import type { getLoggedUserInfo, MenuItem, SessionUser } from '#core/identity/calls.ts';

/** The session's data, with the names of the wire format ([3.21], [3.23], [3.28a]). Times are epoch ms. */
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
  /** Roles of the member in whose name the session acts. */
  permissions?: string[];
  btnPermissions?: string[];
  routerList?: string[];
  breadcrumbData?: { collapsed: boolean };
  sceneType?: string;
  tableColsObj?: Record<string, string[]>;
  /** Whether the certificate expiry reminder was shown, by enterprise id. */
  expiredShow?: Record<string, boolean>;
  signNum?: string | number;
  /** Return URL of a single-sign-on session on logout ([4.20]). */
  ssoCallback?: string;
};
