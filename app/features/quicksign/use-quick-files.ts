import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#core/call.ts';
import { downloadQuickFile, getQuickFiles } from '#core/quicksign/calls.ts';
import { callFile } from '../../call.ts';
import { keyOf, queryOf } from '../../query.ts';

export type QuickDetail = OutputOf<typeof getQuickFiles>;
export type QuickDocument = QuickDetail['documents'][number];

/** A quick file group with its files. */
export const useQuickFiles = (id: string) => useQuery(queryOf(getQuickFiles, { id }));

/** The bytes of a file as it is now, for showing: leaves no line in the trail. */
export const useQuickBytes = (id: string, { fileIndex, sha256 }: QuickDocument) =>
  useQuery({
    queryKey: keyOf(downloadQuickFile, { id, fileIndex, purpose: 'view' }, sha256),
    queryFn: async ({ signal }) => {
      const { blob } = await callFile(downloadQuickFile, { id, fileIndex, purpose: 'view' }, { signal });
      return new Uint8Array(await blob.arrayBuffer());
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
