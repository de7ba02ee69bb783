import { z } from 'zod';
import type { MenuEntry } from '#core/identity/menu.ts';
import { LANGUAGES, type Language } from '#core/locales/languages.ts';

const title = z
  .string()
  .trim()
  .max(20)
  .regex(/^[^<>\p{Cc}]*$/u);

/**
 * What the platform changes of one entry of the menu. The entries themselves and who gets them are the product's own
 * (core/identity/menu.ts): a change hides, renames or moves, and can give nobody a right.
 */
export const menuChange = z.object({
  /** [2.13g] Not shown; its page and its permissions stay. */
  hidden: z.boolean(),
  /** Place among its neighbours, the smallest first; those without one follow in the product's order. */
  order: z.number().int().min(0).max(999).nullable(),
  /** By language; empty: the product's own title. */
  titles: z.object(
    Object.fromEntries(LANGUAGES.map((lang) => [lang, title])) as Record<Language, typeof title>,
  ),
});
export type MenuChange = z.output<typeof menuChange>;
export type MenuChanges = Readonly<Record<string, MenuChange>>;

export const NO_MENU_CHANGE: MenuChange = {
  hidden: false,
  order: null,
  titles: { 'zh-CN': '', 'zh-TW': '', 'en-US': '' },
};

/** One entry as the platform sees it. */
export const menuEntryView = z.object({
  name: z.string(),
  path: z.string(),
  type: z.enum(['MENU', 'BUTTON']),
  /** Name of the entry above; empty at the top. */
  above: z.string(),
  /** Hidden by the product itself: it cannot be shown. */
  alwaysHidden: z.boolean(),
  standardTitles: z.record(z.string(), z.string()),
  change: menuChange,
});
export type MenuEntryView = z.output<typeof menuEntryView>;

/** Entries that must stay in reach, whatever is chosen: without them nobody could undo the choice. */
export const ALWAYS_SHOWN: readonly string[] = ['home', 'platformOptions'];

/** The menu with the platform's changes; entries that it does not know are left alone. */
export function changeMenu(entries: readonly MenuEntry[], changes: MenuChanges): MenuEntry[] {
  const placeOf = (entry: MenuEntry) => changes[entry.name]?.order ?? Number.POSITIVE_INFINITY;
  return entries
    .map((entry) => {
      const hide = changes[entry.name]?.hidden && !ALWAYS_SHOWN.includes(entry.name);
      return {
        ...entry,
        ...(hide ? { hidden: true } : {}),
        ...(entry.children ? { children: changeMenu(entry.children, changes) } : {}),
      };
    })
    .map((entry, at) => ({ entry, at }))
    .sort((a, b) => {
      const [x, y] = [placeOf(a.entry), placeOf(b.entry)];
      return x === y ? a.at - b.at : x - y;
    })
    .map(({ entry }) => entry);
}
