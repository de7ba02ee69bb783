import { useQuery } from '@tanstack/react-query';
import type { Bytes } from '#core/bytes.ts';
import type { OutputOf } from '#core/call.ts';
import { downloadQuickFile, getQuickFiles } from '#core/quicksign/calls.ts';
import { callFile } from '../../call.ts';
import { keyOf, queryOf } from '../../query.ts';

export type QuickDetail = OutputOf<typeof getQuickFiles>;
export type QuickDocument = QuickDetail['documents'][number];

/** A quick file group with its files. */
export const useQuickFiles = (id: string) => useQuery(queryOf(getQuickFiles, { id }));

/** The current bytes of a file, for display: not recorded in the trail. */
export async function fetchQuickBytes(id: string, fileIndex: number, signal?: AbortSignal): Promise<Bytes> {
  const { blob } = await callFile(
    downloadQuickFile,
    { id, fileIndex, purpose: 'view' },
    signal ? { signal } : {},
  );
  return new Uint8Array(await blob.arrayBuffer());
}

/** `fetchQuickBytes` as a cached query. */
export function useQuickBytes(id: string, { fileIndex, sha256 }: QuickDocument) {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(downloadQuickFile, { id, fileIndex, purpose: 'view' }, sha256),
    queryFn: ({ signal }) => fetchQuickBytes(id, fileIndex, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  return { bytes: data, error, retry: () => void refetch() };
}
