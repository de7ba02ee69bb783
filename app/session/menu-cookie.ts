import { cookieValue } from '../i18n/languages.ts';
import type { MenuItem } from './types.ts';

const NAME = 'sass_menu';
/** Browsers drop cookies of more than 4,096 bytes; a larger menu is not stored and comes from the server. */
const LONGEST = 3_900;

/** The owner of the menu: another identity's menu is never restored. */
export type MenuOwner = { userId: string; entId: string };
type StoredMenu = { owner: string; paths: string[]; buttons: string[] };

const keyOf = ({ userId, entId }: MenuOwner) => `${userId}:${entId}`;

/** Stores the paths and button permissions of the menu in a session cookie ([2.13a]). */
export function keepMenu(owner: MenuOwner, paths: readonly string[], buttons: readonly string[]): void {
  const stored: StoredMenu = { owner: keyOf(owner), paths: [...paths], buttons: [...buttons] };
  const value = encodeURIComponent(JSON.stringify(stored));
  if (value.length > LONGEST) forgetMenu();
  else put(`${NAME}=${value}; Path=/; SameSite=Strict`);
}

export function forgetMenu(): void {
  put(`${NAME}=; Path=/; Max-Age=0; SameSite=Strict`);
}

/**
 * The stored menu: entries without titles, so that routes are known before the server has answered. It only opens
 * pages; every call checks permissions itself. Undefined if none is stored for this owner.
 */
export function readStoredMenu(owner: MenuOwner, cookies: string): MenuItem[] | undefined {
  const stored = parse(cookieValue(cookies, NAME));
  if (stored?.owner !== keyOf(owner)) return undefined;
  const item = (type: 'MENU' | 'BUTTON') => (text: string) => ({
    menuId: text,
    name: text,
    alias: text,
    title: '',
    type,
    category: 'PC_FORE_GROUND',
    path: type === 'MENU' ? text : '',
    isWhite: false,
    meta: {},
    children: [],
  });
  return [...stored.paths.map(item('MENU')), ...stored.buttons.map(item('BUTTON'))];
}

function parse(text: string | undefined): StoredMenu | undefined {
  try {
    const { owner, paths, buttons } = JSON.parse(text ?? '') as Partial<StoredMenu>;
    const areTexts = (list: unknown): list is string[] =>
      Array.isArray(list) && list.every((one) => typeof one === 'string');
    return typeof owner === 'string' && areTexts(paths) && areTexts(buttons)
      ? { owner, paths, buttons }
      : undefined;
  } catch {
    return undefined;
  }
}

function put(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
  document.cookie = cookie;
}
