import { useEffect, useState } from 'react';
import type { Bytes } from '#core/bytes.ts';

/** The bytes of a chosen file, undefined while they are read or where they cannot be (it was moved away). */
export function useFileBytes(file: File | null): Bytes | undefined {
  const [bytes, setBytes] = useState<Bytes>();
  useEffect(() => {
    let left = false;
    setBytes(undefined);
    file?.arrayBuffer().then(
      (buffer) => {
        if (!left) setBytes(new Uint8Array(buffer));
      },
      // The verdict stands without pictures.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [file]);
  return bytes;
}
