import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OpenRoom, RoomStatus } from './open-room.ts';

export interface UsedRoom<R extends OpenRoom> {
  open: R;
  status: RoomStatus;
}

/**
 * A shared document as a React hook: undefined until the local copy is loaded. `make` opens it and is called again when
 * `key` changes.
 *
 * ```ts
 * const used = useRoom(JSON.stringify([draftId, me.id]), () => openDraft(draftId, ownerKey, me));
 * if (!used) return <LoadingState />;
 * used.open.doc.transact(() => …);
 * ```
 */
export function useRoom<R extends OpenRoom>(key: string, make: () => R): UsedRoom<R> | undefined {
  const [open, setOpen] = useState<R>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies everything that `make` opens
  useEffect(() => {
    const opened = make();
    setOpen(opened);
    return () => {
      setOpen(undefined);
      opened.close();
    };
  }, [key]);
  const status = useSyncExternalStore(
    (listener) => open?.onStatus(listener) ?? (() => undefined),
    () => open?.status(),
    () => undefined,
  );
  return open && status?.kept ? { open, status } : undefined;
}
