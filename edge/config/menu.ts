import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { listMenuEntries as listCall, saveMenuEntry as saveCall } from '#core/config/calls.ts';
import { type MenuEntryView, NO_MENU_CHANGE } from '#core/config/menu-changes.ts';
import { AppError } from '#core/errors.ts';
import { MENU, type MenuEntry } from '#core/identity/menu.ts';
import { LANGUAGES } from '#core/locales/languages.ts';
import { menuTitle } from '#core/locales/menu-title.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { describeChange } from './describe-change.ts';
import { readSetting, writeSetting } from './settings.ts';

/** All menu entries with the platform's changes. */
export async function listMenuEntries(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { value: changes, version } = await readSetting(context, 'menu');
  const view = (entry: MenuEntry, above: string): MenuEntryView[] => [
    {
      name: entry.name,
      path: entry.path,
      type: entry.type,
      above,
      alwaysHidden: entry.hidden ?? false,
      standardTitles: Object.fromEntries(LANGUAGES.map((lang) => [lang, menuTitle(entry, lang)])),
      change: changes[entry.name] ?? NO_MENU_CHANGE,
    },
    ...(entry.children ?? []).flatMap((child) => view(child, entry.name)),
  ];
  return { entries: MENU.flatMap((entry) => view(entry, '')), version };
}

/** Changes one entry. Throws NOT_FOUND for an unknown name, CONFLICT. */
export async function saveMenuEntry(
  input: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  if (!namesOf(MENU).has(input.name)) throw new AppError('NOT_FOUND');
  const { value: changes } = await readSetting(context, 'menu');
  const remark = describeChange(
    { [input.name]: changes[input.name] ?? NO_MENU_CHANGE },
    { [input.name]: input.change },
  );
  return writeSetting(
    context,
    'menu',
    { value: { ...changes, [input.name]: input.change }, version: input.version },
    { action: 'MENU_CHANGED', remark },
  );
}

const namesOf = (entries: readonly MenuEntry[]): Set<string> =>
  new Set(entries.flatMap(({ name, children }) => [name, ...namesOf(children ?? [])]));
