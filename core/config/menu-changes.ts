import { z } from 'zod';
import type { MenuEntry } from '#core/identity/menu.ts';
import { LANGUAGES, type Language } from '#core/locales/languages.ts';

const title = z
  .string()
  .trim()
  .max(20)
  .regex(/^[^<>\p{Cc}]*$/u);

/**
 * The platform's change of a menu entry. The entries and their permissions are defined in core/identity/menu.ts: a
 * change hides, renames or moves an entry but cannot grant a permission.
 */
export const menuChange = z.object({
  /** [2.13g] Not shown; its page and its permissions are unaffected. */
  hidden: z.boolean(),
  /** Position among its siblings, ascending; entries without one follow in the product's order. */
  order: z.number().int().min(0).max(999).nullable(),
  /** Title by language; empty: the product's title. */
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

/** A menu entry as the platform sees it. */
export const menuEntryView = z.object({
  name: z.string(),
  path: z.string(),
  type: z.enum(['MENU', 'BUTTON']),
  /** Name of the parent entry; empty at the top level. */
  above: z.string(),
  /** Hidden by the product: the platform cannot show it. */
  alwaysHidden: z.boolean(),
  standardTitles: z.record(z.string(), z.string()),
  change: menuChange,
});
export type MenuEntryView = z.output<typeof menuEntryView>;

/** Entries that cannot be hidden: without them nobody could undo a change. */
export const ALWAYS_SHOWN: readonly string[] = ['home', 'platformOptions'];

/** Applies the platform's changes to the menu; entries without a change stay as they are. */
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
