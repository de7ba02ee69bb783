import { changeMenu } from '#core/config/menu-changes.ts';
import type { MenuItem } from '#core/identity/calls.ts';
import { MENU, type MenuEntry, menuFor } from '#core/identity/menu.ts';
import { menuTitle } from '#core/locales/menu-title.ts';
import { settingInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { hasBusinessEdition } from './business-edition.ts';

/**
 * [7.6f] The identity's menu, titled in the language of the request: the product's entries ([6.1] decides who gets
 * which), hidden, renamed and put in order as the platform says.
 */
export async function userMenus(_input: unknown, context: SignedInContext): Promise<MenuItem[]> {
  const { actor, language } = context;
  const [changes, isBiz] = await Promise.all([settingInForce(context, 'menu'), hasBusinessEdition(context)]);
  const toItem = (entry: MenuEntry): MenuItem => ({
    menuId: entry.name,
    name: entry.name,
    alias: entry.name,
    title: changes[entry.name]?.titles[language] || menuTitle(entry, language),
    type: entry.type,
    category: 'PC_FORE_GROUND',
    path: entry.path,
    isWhite: entry.hidden ?? false,
    meta: { visitType: entry.visit === 'both' ? '' : entry.visit },
    children: (entry.children ?? []).map(toItem),
  });
  const reader = {
    entId: actor.entId,
    roles: actor.roles,
    ownerType: actor.entId === '' ? actor.accountOwnerType : actor.entOwnerType,
    platformAdmin: actor.platformAdmin,
    isBiz,
    salaryWithheld: actor.salaryWithheld,
  };
  return changeMenu(menuFor(reader, MENU), changes).map(toItem);
}
