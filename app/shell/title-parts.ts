import { useSyncExternalStore } from 'react';

/** Parts of the document title that are known later than the route: from the server and from the page. */
export type TitleParts = {
  /** The configured name of the system, as last received from the server; empty if there is none. */
  system?: string;
  /** The page name, if the route does not know it (no permission). */
  page?: string | undefined;
  /** What the page is about, such as the subject of a task. */
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
