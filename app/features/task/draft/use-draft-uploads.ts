import { useEffect, useRef, useState } from 'react';
import { pictureType } from '#core/realname/clean-picture.ts';
import type { DraftDocument } from '#core/task/draft.ts';
import { findFiles, uploadFile } from '#core/task/draft-calls.ts';
import { typedValues } from '#core/task/template-document.ts';
import type { UploadType } from '#core/task/upload-types.ts';
import { call } from '../../../call.ts';
import { keptFile } from '../../../parts/room/file-box.ts';
import { useOnline } from '../../../ui/offline-banner.tsx';

/** The upload state of a file. `away`: a colleague chose it and has not uploaded it yet. */
export type UploadState =
  | { state: 'checking' }
  | { state: 'waiting' }
  | { state: 'sending'; part: number }
  | { state: 'done' }
  | { state: 'away' }
  | { state: 'failed'; error: unknown };

/**
 * Uploads the draft's files that the server lacks, one after the other, as soon as there is a network, and before them
 * the pictures used in its documents. An interrupted upload is restarted; the server ignores partial files.
 */
export function useDraftUploads(
  files: readonly { fileKey: string; fileType: UploadType }[],
  documents: readonly DraftDocument[],
) {
  const online = useOnline();
  const [states, setStates] = useState<ReadonlyMap<string, UploadState>>(new Map());
  const before = useRef<Promise<void>>(Promise.resolve());
  const [round, setRound] = useState(0);
  const keys = [...new Map(files.map(({ fileKey, fileType }) => [fileKey, fileType]))]
    .map(([key, type]) => `${type}:${key}`)
    .join(' ');
  const pictures = documents.flatMap(picturesTyped).join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` triggers a retry
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
        const chosen = pictures
          .split(' ')
          .filter(Boolean)
          .slice(0, MOST_KEYS - files.length);
        const { found } = await call(findFiles, { fileKeys: [...files.map(({ key }) => key), ...chosen] });
        // pictures first: the server needs them to recreate the file
        for (const key of chosen) if (!left && !found.includes(key)) await sendPicture(key);
        for (const { key, type } of files) {
          if (left) return;
          if (found.includes(key)) set(key, { state: 'done' });
          else await send(key, type, (state) => set(key, state));
        }
      } catch (error) {
        if (!left) for (const { key } of files) set(key, { state: 'failed', error });
      }
    };
    // The previous run finishes first, so that no file is uploaded twice.
    before.current = before.current.then(work);
    return () => {
      left = true;
    };
  }, [keys, pictures, online, round]);

  const stateOf = (key: string): UploadState => {
    const state = states.get(key);
    if (!online && state?.state !== 'done') return { state: 'waiting' };
    return state ?? { state: 'checking' };
  };
  /** Resolves once nothing is on its way any more: each file has arrived, or its state says why it has not. */
  const settled = async () => {
    for (let last: Promise<void> | undefined; last !== before.current; ) {
      last = before.current;
      await last;
    }
  };
  return { stateOf, settled, retry: () => setRound((n) => n + 1) };
}

/** Maximum number of files per query. */
const MOST_KEYS = 100;

/** Pictures in the fields of a document, by SHA-256. */
function picturesTyped(document: DraftDocument): string[] {
  if (!document.fromTemplate) return [];
  const { fields, rows } = typedValues(document);
  const values = [fields, ...Object.values(rows).flat()].flatMap((record) => Object.values(record));
  return [...new Set(values.filter((value) => /^[0-9a-f]{64}$/.test(value)))];
}

/** Uploads a picture that was chosen here offline; pictures of colleagues are uploaded from their devices. */
async function sendPicture(key: string): Promise<void> {
  const bytes = await keptFile(key);
  const type = bytes && pictureType(bytes);
  if (!bytes || (type !== 'PNG' && type !== 'JPEG')) return;
  const input = { fileKey: key, fileType: type, body: bytes } as const;
  await call(uploadFile, input);
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
