import { useEffect, useRef, useState } from 'react';
import { findFiles, uploadFile } from '#core/task/draft-calls.ts';
import type { UploadType } from '#core/task/upload-types.ts';
import { call } from '../../../call.ts';
import { keptFile } from '../../../parts/room/file-box.ts';
import { useOnline } from '../../../ui/offline-banner.tsx';

/** Where a file of the draft is. `away`: a colleague chose it and has not uploaded it yet. */
export type UploadState =
  | { state: 'checking' }
  | { state: 'waiting' }
  | { state: 'sending'; part: number }
  | { state: 'done' }
  | { state: 'away' }
  | { state: 'failed'; error: unknown };

/**
 * Uploads the draft's files that the server has not got, one after the other, as soon as there is a network. A file that
 * was cut on its way is sent anew; the server shows nothing of a half one.
 */
export function useDraftUploads(files: readonly { fileKey: string; fileType: UploadType }[]) {
  const online = useOnline();
  const [states, setStates] = useState<ReadonlyMap<string, UploadState>>(new Map());
  const before = useRef<Promise<void>>(Promise.resolve());
  const [round, setRound] = useState(0);
  const keys = [...new Map(files.map(({ fileKey, fileType }) => [fileKey, fileType]))]
    .map(([key, type]) => `${type}:${key}`)
    .join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks for another try
  useEffect(() => {
    const wanted = keys.split(' ').filter(Boolean);
    if (!online || wanted.length === 0) return;
    const files = wanted.map((one) => {
      const [type, key] = one.split(':') as [UploadType, string];
      return { key, type };
    });
    let left = false;
    const set = (key: string, state: UploadState) => setStates((old) => new Map(old).set(key, state));
    const work = async () => {
      if (left) return;
      try {
        const { found } = await call(findFiles, { fileKeys: files.map(({ key }) => key) });
        for (const { key, type } of files) {
          if (left) return;
          if (found.includes(key)) set(key, { state: 'done' });
          else await send(key, type, (state) => set(key, state));
        }
      } catch (error) {
        if (!left) for (const { key } of files) set(key, { state: 'failed', error });
      }
    };
    // What was begun for the files of before ends first: a file that is on its way is not sent a second time.
    before.current = before.current.then(work);
    return () => {
      left = true;
    };
  }, [keys, online, round]);

  const stateOf = (key: string): UploadState => {
    const state = states.get(key);
    if (!online && state?.state !== 'done') return { state: 'waiting' };
    return state ?? { state: 'checking' };
  };
  return {
    stateOf,
    retry: () => setRound((n) => n + 1),
    allDone: files.every(({ fileKey }) => states.get(fileKey)?.state === 'done'),
  };
}

async function send(key: string, fileType: UploadType, set: (state: UploadState) => void): Promise<void> {
  const bytes = await keptFile(key);
  if (!bytes) return set({ state: 'away' });
  set({ state: 'sending', part: 0 });
  try {
    const input = { fileKey: key, fileType, body: bytes };
    await call(uploadFile, input, {
      onProgress: (sent, total) => set({ state: 'sending', part: total ? sent / total : 0 }),
    });
    set({ state: 'done' });
  } catch (error) {
    set({ state: 'failed', error });
  }
}
