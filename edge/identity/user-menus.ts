import type { MenuItem } from '#core/identity/calls.ts';
import { type MenuEntry, menuFor } from '#core/identity/menu.ts';
import enUS from '#core/locales/en-US/menu.ts';
import type { Language } from '#core/locales/languages.ts';
import zhCN from '#core/locales/zh-CN/menu.ts';
import zhTW from '#core/locales/zh-TW/menu.ts';
import type { SignedInContext } from '../context.ts';

const TITLES: Record<Language, Record<string, string>> = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS };

/** [7.6f] The identity's menu, titled in the language of the request. */
export async function userMenus(_input: unknown, { actor, language }: SignedInContext): Promise<MenuItem[]> {
  const toItem = (entry: MenuEntry): MenuItem => {
    const title = TITLES[language][entry.name] ?? entry.name;
    return {
      menuId: entry.name,
      name: entry.name,
      alias: entry.name,
      title,
      type: entry.type,
      category: 'PC_FORE_GROUND',
      path: entry.path,
      isWhite: entry.hidden ?? false,
      meta: { visitType: entry.visit === 'both' ? '' : entry.visit },
      children: (entry.children ?? []).map(toItem),
    };
  };
  const menu = menuFor({
    entId: actor.entId,
    roles: actor.roles,
    ownerType: actor.entId === '' ? actor.accountOwnerType : actor.entOwnerType,
    platformAdmin: actor.platformAdmin,
  });
  return menu.map(toItem);
}
