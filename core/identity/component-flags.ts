/**
 * Visible parts of a list and its dialogs ([6.6c]): determined by the button permissions, unless the page that embeds
 * the list overrides one of them.
 */
export interface ComponentFlags {
  list: { search: boolean; reset: boolean; add: boolean; edit: boolean; delete: boolean };
  add: { save: boolean; cancel: boolean };
  edit: { save: boolean; cancel: boolean };
  delete: { confirm: boolean; cancel: boolean };
}

export type FlagChanges = { [Part in keyof ComponentFlags]?: Partial<ComponentFlags[Part]> };

/** The flags of the list whose button permissions start with `prefix` ([6.6a,b]), such as `front_templateRole`. */
export function componentFlags(
  prefix: string,
  buttons: readonly string[],
  changes: FlagChanges = {},
): ComponentFlags {
  const may = (action: string) => buttons.includes(`${prefix}_${action}`);
  const [add, edit, remove] = [may('add'), may('edit'), may('delete')];
  return {
    list: { search: true, reset: true, add, edit, delete: remove, ...changes.list },
    add: { save: add, cancel: true, ...changes.add },
    edit: { save: edit, cancel: true, ...changes.edit },
    delete: { confirm: remove, cancel: true, ...changes.delete },
  };
}
