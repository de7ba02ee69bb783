import type { MenuItem } from '../session/types.ts';

/** The entry category of this front end; phones and the back office have others ([2.13c]). */
const OURS = 'PC_FORE_GROUND';

/** The entries of the left menu: visible entries of type MENU of this front end, recursively ([2.13c,d,g]). */
export function navigationOf(items: readonly MenuItem[]): MenuItem[] {
  return (
    items
      // an entry restored from the cookie has no title until the server has answered
      .filter((item) => item.category === OURS && item.type === 'MENU' && !item.isWhite && item.title !== '')
      .map((item) => ({ ...item, children: navigationOf(item.children ?? []) }))
  );
}

/** Names of the button permissions in the menu ([2.13e]). */
export function buttonsOf(items: readonly MenuItem[]): string[] {
  return items.flatMap((item) => [
    ...(item.category === OURS && item.type === 'BUTTON' ? [item.name] : []),
    ...buttonsOf(item.children ?? []),
  ]);
}

/** Paths that the menu grants access to, including hidden entries. */
export function pathsOf(items: readonly MenuItem[]): string[] {
  return items.flatMap((item) => [
    ...(item.category === OURS && item.type === 'MENU' && item.path ? [item.path] : []),
    ...pathsOf(item.children ?? []),
  ]);
}

/** The entries from the root to the one of `pathname`: the entry with the longest path that is a prefix of it. */
export function trailTo(items: readonly MenuItem[], pathname: string): MenuItem[] {
  let best: MenuItem[] = [];
  const walk = (level: readonly MenuItem[], above: MenuItem[]) => {
    for (const item of level) {
      const trail = [...above, item];
      const fits = item.path !== '' && (pathname === item.path || pathname.startsWith(`${item.path}/`));
      if (fits && item.path.length > (best.at(-1)?.path.length ?? 0)) best = trail;
      walk(item.children ?? [], trail);
    }
  };
  walk(
    items.filter((item) => item.category === OURS),
    [],
  );
  return best;
}
