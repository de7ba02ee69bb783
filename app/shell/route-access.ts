import type { ActiveUser, MenuItem } from '../session/types.ts';
import { buttonsOf, pathsOf } from './menu-tree.ts';
import { flagsOf } from './route-flags.ts';

export type Access = 'open' | 'wait' | 'login' | 'denied' | 'home';

export type Visitor = {
  loggedIn: boolean;
  menu?: readonly MenuItem[] | undefined;
  activeUser?: Pick<ActiveUser, 'type'> | undefined;
};

/** Whether a visitor may see the page at `pathname`, and where to redirect otherwise ([2.13b–f], [2.1g]). */
export function routeAccess(pathname: string, { loggedIn, menu, activeUser }: Visitor): Access {
  const flags = flagsOf(pathname);
  if (!flags || flags.public) return 'open';
  if (!loggedIn) return 'login';
  if (!menu || !activeUser) return 'wait';
  if (flags.visitType && flags.visitType !== activeUser.type) return 'home';
  if (flags.free) return 'open';
  if (flags.unlockedBy) {
    const buttons = buttonsOf(menu);
    return flags.unlockedBy.some((button) => buttons.includes(button)) ? 'open' : 'denied';
  }
  const path = pathname.replace(/\/$/, '');
  return pathsOf(menu).includes(path) ? 'open' : 'denied';
}
