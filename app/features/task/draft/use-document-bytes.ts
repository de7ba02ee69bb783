import { useEffect, useState } from 'react';
import type { Bytes } from '#core/bytes.ts';
import { downloadFile } from '#core/task/draft-calls.ts';
import { call } from '../../../call.ts';
import { keepFile, keptFile } from '../../../parts/room/file-box.ts';

/** The bytes of a draft's file: from the device, otherwise from the server, and then stored on the device. */
export function useDocumentBytes(fileKey: string | undefined): { bytes?: Bytes; error?: unknown } {
  const [state, setState] = useState<{ key?: string; bytes?: Bytes; error?: unknown }>({});
  useEffect(() => {
    if (!fileKey) return;
    let left = false;
    readDocument(fileKey).then(
      (bytes) => left || setState({ key: fileKey, bytes }),
      (error: unknown) => left || setState({ key: fileKey, error }),
    );
    return () => {
      left = true;
    };
  }, [fileKey]);
  return state.key === fileKey ? state : {};
}

/** The bytes of a draft's file, as `useDocumentBytes` finds them. */
export async function readDocument(fileKey: string): Promise<Bytes> {
  const storedFile = await keptFile(fileKey);
  if (storedFile) return storedFile;
  const { blob } = (await call(downloadFile, { fileKey })) as { blob: Blob };
  const bytes: Bytes = new Uint8Array(await blob.arrayBuffer());
  await keepFile(fileKey, bytes);
  return bytes;
}
