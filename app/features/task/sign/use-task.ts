import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Bytes } from '#core/bytes.ts';
import type { OutputOf } from '#core/call.ts';
import { downloadDocument, getPlan } from '#core/task/calls.ts';
import { call, callFile } from '../../../call.ts';

export type TaskDetail = OutputOf<typeof getPlan>;
export type TaskDocument = TaskDetail['documents'][number];
export type TaskPlacement = TaskDetail['placements'][number];

/** A task whole. */
export const useTask = (planId: string) =>
  useQuery({
    queryKey: ['task', 'detail', planId],
    queryFn: ({ signal }) => call(getPlan, { planId }, { signal }),
    enabled: planId !== '',
  });

/** The bytes of one revision of a document, for showing: leaves no line in the trail. */
export function useRevisionBytes(
  planId: string,
  document: TaskDocument | undefined,
): { bytes?: Bytes; error?: unknown } {
  const key = document ? `${planId}:${document.documentId}:${document.revision}` : '';
  const [state, setState] = useState<{ key?: string; bytes?: Bytes; error?: unknown }>({});
  const fileIndex = document?.fileIndex ?? 0;
  useEffect(() => {
    if (!key) return;
    const aborter = new AbortController();
    callFile(downloadDocument, { planId, fileIndex, purpose: 'view' }, { signal: aborter.signal })
      .then(async ({ blob }) => setState({ key, bytes: new Uint8Array(await blob.arrayBuffer()) }))
      .catch((error: unknown) => aborter.signal.aborted || setState({ key, error }));
    return () => aborter.abort();
  }, [key, planId, fileIndex]);
  return state.key === key ? state : {};
}
