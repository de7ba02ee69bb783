import { useEffect, useRef, useState } from 'react';
import { uploadEntryImage } from '#core/employee/entry-calls.ts';
import { call } from '../../call.ts';
import { dropFiles, keptFile } from '../../parts/room/file-box.ts';
import type { OpenRoom, RoomStatus } from '../../parts/room/open-room.ts';
import { useRoom } from '../../parts/room/use-room.ts';
import { useSession } from '../../session/session-store.ts';
import { useOnline } from '../../ui/offline-banner.tsx';
import { isClientError } from '../../wire/client-error.ts';
import { openEntry, valuesIn, waitingKey } from './open-entry.ts';

export interface UsedEntry {
  open: OpenRoom;
  status: RoomStatus;
  values: Readonly<Record<string, string>>;
  /** The error for each item whose picture the server rejected. */
  refused: Readonly<Record<string, unknown>>;
  set: (itemId: string, value: string) => void;
}

/** React state of a form's draft; undefined until the local copy has been read. */
export function useEntry(newcomerId: string): UsedEntry | undefined {
  const login = useSession((s) => s.loginUser);
  const me = { id: login?.userId ?? '', name: login?.name ?? '' };
  const used = useRoom(JSON.stringify([newcomerId, me.id]), () => openEntry(newcomerId, me));
  const doc = used?.open.doc;
  const [values, setValues] = useState<Record<string, string>>();
  useEffect(() => {
    if (!doc) return;
    const map = valuesIn({ doc });
    const read = () => setValues(map.toJSON());
    map.observe(read);
    read();
    return () => {
      map.unobserve(read);
      setValues(undefined);
    };
  }, [doc]);
  const refused = useWaitingPictures(newcomerId, doc, values);
  if (!used || !values) return undefined;
  return {
    ...used,
    values,
    refused,
    set: (itemId, value) => {
      const map = valuesIn(used.open);
      if (value === '') map.delete(itemId);
      else map.set(itemId, value);
    },
  };
}

/** Delay, ms, before a failed upload is retried. */
const RETRY_MS = 3_000;

/** Uploads pending pictures once online. A rejected one is removed from the form; returns the errors by item. */
function useWaitingPictures(
  newcomerId: string,
  doc: OpenRoom['doc'] | undefined,
  values: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, unknown>> {
  const [refused, setRefused] = useState<Record<string, unknown>>({});
  const [tries, setTries] = useState(0);
  const online = useOnline();
  /** Keys of pictures being uploaded, to prevent duplicate uploads. */
  const sending = useRef(new Set<string>());
  /** Of all runs: a later one leaves out what an earlier one is uploading, which may fail after that. */
  const retry = useRef<ReturnType<typeof setTimeout>>();
  const waiting = Object.entries(values ?? {}).filter(([, value]) => waitingKey(value) !== undefined);
  const key = JSON.stringify(waiting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies the pending pictures, `tries` retries
  useEffect(() => {
    if (!doc || !online) return;
    let left = false;
    const later = () => {
      clearTimeout(retry.current);
      retry.current = setTimeout(() => setTries((n) => n + 1), RETRY_MS);
    };
    const map = valuesIn({ doc });
    void (async () => {
      for (const [itemId, value] of waiting) {
        const name = waitingKey(value) ?? '';
        const bytes = await keptFile(name);
        // No bytes: the picture is pending on another device.
        if (!bytes || left || sending.current.has(name)) continue;
        sending.current.add(name);
        try {
          const file = new Blob([bytes], { type: 'image/jpeg' });
          const { imageId } = await call(uploadEntryImage, { newcomerId, itemId, file });
          // Unless another picture was selected meanwhile.
          if (map.get(itemId) === value) map.set(itemId, imageId);
          await dropFiles([name]);
        } catch (error) {
          if (!isClientError(error) || error.kind !== 'server') {
            later();
            continue;
          }
          if (map.get(itemId) === value) map.delete(itemId);
          setRefused((old) => ({ ...old, [itemId]: error }));
        } finally {
          sending.current.delete(name);
        }
      }
    })();
    return () => {
      left = true;
    };
  }, [doc, key, online, newcomerId, tries]);
  useEffect(() => () => clearTimeout(retry.current), []);
  return refused;
}
