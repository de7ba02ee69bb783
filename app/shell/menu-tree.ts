import type { MenuItem } from '../session/types.ts';

/** Entries of other fronts (phones, the back office) are not ours ([2.13c]). */
const OURS = 'PC_FORE_GROUND';

/** What the left menu shows: our entries of type MENU that are not hidden, with the same below each ([2.13c,d,g]). */
export function navigationOf(items: readonly MenuItem[]): MenuItem[] {
  return (
    items
      // one restored from the cookie has no title until the server has answered
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

/** Paths that the menu opens, hidden entries too. */
export function pathsOf(items: readonly MenuItem[]): string[] {
  return items.flatMap((item) => [
    ...(item.category === OURS && item.type === 'MENU' && item.path ? [item.path] : []),
    ...pathsOf(item.children ?? []),
  ]);
}

/** The entries from the top down to the one of `pathname`: the longest path that the address begins with. */
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
