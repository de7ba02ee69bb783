import type { MenuEntry } from '#core/identity/menu.ts';
import { LANGUAGES, type Language } from './languages.ts';

/** The title of a menu entry. */
export const menuTitle = ({ title }: Pick<MenuEntry, 'title'>, language: Language): string =>
  title[LANGUAGES.indexOf(language)] ?? title[0];
