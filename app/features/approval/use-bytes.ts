import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Bytes } from '#core/bytes.ts';
import type { fileQueryOf } from '../../query.ts';

/** The bytes of a file query, for the stage. */
export function useBytes(options: ReturnType<typeof fileQueryOf> & { enabled: boolean }) {
  const query = useQuery(options);
  const [read, setRead] = useState<{ blob: Blob; bytes: Bytes }>();
  const blob = query.data;
  useEffect(() => {
    let left = false;
    if (blob)
      void blob.arrayBuffer().then((buffer) => left || setRead({ blob, bytes: new Uint8Array(buffer) }));
    return () => {
      left = true;
    };
  }, [blob]);
  return {
    bytes: read && read.blob === blob ? read.bytes : undefined,
    error: query.error ?? undefined,
    retry: () => void query.refetch(),
  };
}
