import { useCallback, useEffect, useState } from 'react';
import { verifyInWorker } from './engine.ts';
import type { Anchor } from './use-trust.ts';
import type { VerifiedFile } from './worker-orders.ts';

/** Maximum file size: a browser on a small device cannot hold more than this twice in memory. */
export const MOST_BYTES = 100 * 1024 * 1024;
const ENDINGS = ['.pdf', '.ofd', '.zip'];

export type Check =
  | { state: 'waiting' }
  /** Refused before it was read, or the engine failed. */
  | { state: 'refused'; reason: 'type' | 'size' | 'failed' }
  | ({ state: 'done' } & VerifiedFile);

export interface FileCheck {
  id: string;
  file: File;
  check: Check;
}

/** Refuses files by extension and size before reading them ([5.13b]). Empty files are verified: the verdict says so. */
function refusalOf({ name, size }: File): Check {
  if (!ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    return { state: 'refused', reason: 'type' };
  if (size > MOST_BYTES) return { state: 'refused', reason: 'size' };
  return { state: 'waiting' };
}

/** Verifies files one at a time; lists the newest first. Verifies all of them again when the anchors change. */
export function useChecks(anchors: readonly Anchor[] | undefined) {
  const [checks, setChecks] = useState<readonly FileCheck[]>([]);
  const next = checks.findLast(({ check }) => check.state === 'waiting');
  const file = next?.file;
  const id = next?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the anchors change
  useEffect(() => {
    setChecks((old) =>
      old.map((one) => (one.check.state === 'done' ? { ...one, check: { state: 'waiting' } } : one)),
    );
  }, [anchors]);

  useEffect(() => {
    if (!anchors || !file || id === undefined) return;
    const abort = new AbortController();
    const settle = (check: Check) => {
      if (!abort.signal.aborted)
        setChecks((old) => old.map((one) => (one.id === id ? { ...one, check } : one)));
    };
    verifyInWorker(
      file,
      anchors.map(({ der }) => der),
      abort.signal,
    ).then(
      (checked) => settle({ state: 'done', ...checked }),
      () => settle({ state: 'refused', reason: 'failed' }),
    );
    return () => abort.abort();
  }, [anchors, file, id]);

  /** Returns the id of the first file added. */
  const add = useCallback((files: readonly File[]) => {
    const added = files.map((one) => ({ id: crypto.randomUUID(), file: one, check: refusalOf(one) }));
    setChecks((old) => [...added, ...old]);
    return added[0]?.id;
  }, []);
  const remove = useCallback((gone: string) => setChecks((old) => old.filter((one) => one.id !== gone)), []);
  return { checks, add, remove };
}
