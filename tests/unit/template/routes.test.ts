import type { RouteConfigEntry } from '@remix-run/route-config';
import { describe, expect, it } from 'vitest';
import routes from '#app/routes.ts';
import type { ActiveUser, MenuItem } from '#app/session/types.ts';
import { routeAccess } from '#app/shell/route-access.ts';
import { MENU, type MenuEntry, menuFor } from '#core/identity/menu.ts';

const all = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...all(entry.children ?? [])]);

/** The menu of an enterprise's administrator, as the session holds it. */
const menuOf = (isBiz: boolean): MenuItem[] => {
  const item = (entry: MenuEntry): MenuItem => ({
    menuId: entry.name,
    name: entry.name,
    alias: entry.name,
    title: entry.name,
    type: entry.type,
    category: 'PC_FORE_GROUND',
    path: entry.path,
    isWhite: entry.hidden ?? false,
    meta: { visitType: entry.visit === 'both' ? '' : entry.visit },
    children: (entry.children ?? []).map(item),
  });
  const reader = { entId: 'e', roles: ['ENT_ADMIN' as const], ownerType: 'OUTSIDE' as const };
  return menuFor({ ...reader, platformAdmin: false, isBiz }, MENU).map(item);
};

describe.each([
  ['/company/frontTemplateRole', 'EcTmpRole'],
  ['/company/frontTemplateField', 'EcTmpField'],
])('%s', (path, name) => {
  it(`[2.3a] has one child of an empty path, named ${name}`, () => {
    const parent = all(routes as RouteConfigEntry[]).find((entry) => `/${entry.path}` === path);
    expect(parent?.children?.map(({ id, path: own, index }) => [id, own, index])).toEqual([
      [name, undefined, true],
    ]);
  });

  it('[2.3a] [6.6f] [6.6g] is a page of enterprises of the business edition, shown in their menu', () => {
    const ent = { type: 'ent' } as ActiveUser;
    const access = (isBiz: boolean, activeUser: ActiveUser) =>
      routeAccess(path, { loggedIn: true, menu: menuOf(isBiz), activeUser });
    expect(access(true, ent)).toBe('open');
    expect(access(false, ent)).toBe('denied');
    expect(access(true, { type: 'person' } as ActiveUser)).toBe('home');
    const shown = menuOf(true)
      .flatMap(({ children }) => children)
      .find((item) => item.path === path);
    expect([shown?.isWhite, shown?.meta]).toEqual([false, { visitType: 'ent' }]);
  });
});
