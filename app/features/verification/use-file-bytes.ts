import { useEffect, useState } from 'react';
import type { Bytes } from '#core/bytes.ts';

/** The bytes of a selected file; undefined while they are read, or if they cannot be read (the file was moved). */
export function useFileBytes(file: File | null): Bytes | undefined {
  const [bytes, setBytes] = useState<Bytes>();
  useEffect(() => {
    let left = false;
    setBytes(undefined);
    file?.arrayBuffer().then(
      (buffer) => {
        if (!left) setBytes(new Uint8Array(buffer));
      },
      // The verdict is shown without page images.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [file]);
  return bytes;
}
