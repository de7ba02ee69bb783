import { useSyncExternalStore } from 'react';

/** TitleParts of the title in the browser that are known later than the route: from the server, and from the page itself. */
export type TitleParts = {
  /** The name that the platform gave the system, as the server said it last; empty for none. */
  system?: string;
  /** What the page shows where its route does not know (no permission). */
  page?: string | undefined;
  /** What it is about: a task by its subject. */
  subject?: string | undefined;
};

const NONE: TitleParts = {};
let parts = NONE;
const listeners = new Set<() => void>();

export function setTitleParts(change: TitleParts): void {
  parts = { ...parts, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTitleParts = (): TitleParts =>
  useSyncExternalStore(
    subscribe,
    () => parts,
    () => NONE,
  );
