import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Bytes } from '#core/bytes.ts';
import type { OutputOf } from '#core/call.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { downloadDocument, getTask, type signTask } from '#core/task/calls.ts';
import { callFile } from '../../../call.ts';
import { queryOf } from '../../../query.ts';
import type { Prefetch } from '../../../shell/prefetch.ts';
import { type Questions, question } from '../../../shell/question.ts';

export type SignAnswer = Pick<OutputOf<typeof signTask>, 'endReason' | 'documents'>;
export type TaskDetail = OutputOf<typeof getTask>;
export type TaskDocument = TaskDetail['documents'][number];
export type TaskPlacement = TaskDetail['placements'][number];

/** The complete task with its signers, documents and placements. */
export const taskQuery = (taskId: string) => queryOf(getTask, { planId: taskId });

export const useTask = (taskId: string) => useQuery({ ...taskQuery(taskId), enabled: taskId !== '' });

/** The current seals that the user may stamp with. */
export const usableSealsQuery = () => queryOf(listUsableSeals, {});

/** The latest revision of a file of a task, for display: not recorded in the trail. */
export const fetchBytes = async (taskId: string, fileIndex: number, signal?: AbortSignal): Promise<Bytes> => {
  const { blob } = await callFile(
    downloadDocument,
    { planId: taskId, fileIndex, purpose: 'view' },
    signal ? { signal } : {},
  );
  return new Uint8Array(await blob.arrayBuffer());
};

/** Prefetched bytes by revision key; each is taken once. */
const early = new Map<string, Promise<Bytes>>();
const revisionKey = (taskId: string, document: Pick<TaskDocument, 'documentId' | 'revision'>) =>
  `${taskId}:${document.documentId}:${document.revision}`;

export const taskQuestions: Questions = (url) => {
  const taskId = url.searchParams.get('planId');
  return taskId ? [question(listUsableSeals, {}), question(getTask, { planId: taskId })] : [];
};

/** Prefetches the task, the seals and the first shown file during hydration. */
export const prefetchTask: Prefetch = ({ client, url }) => {
  const taskId = url.searchParams.get('planId');
  if (!taskId) return;
  void client.prefetchQuery(usableSealsQuery());
  void client
    .fetchQuery(taskQuery(taskId))
    .then((task) => {
      const document = firstToSign(task);
      if (!document) return;
      const bytes = fetchBytes(taskId, document.fileIndex);
      early.set(revisionKey(taskId, document), bytes);
      // The consumer handles and reports a failure.
      bytes.catch(() => undefined);
    })
    .catch(() => undefined);
};

/** The document shown first: the first one that the user has to sign. */
export function firstToSign(task: TaskDetail): TaskDocument | undefined {
  const mine = task.signerList.find((s) => s.mine && s.status === 'SIGNING');
  const own = task.placements.filter((p) => p.signerId === mine?.signerId);
  return task.documents.find((d) => own.some((p) => p.documentId === d.documentId)) ?? task.documents[0];
}

/** The bytes of one revision of a document, for display: not recorded in the trail. */
export function useRevisionBytes(
  taskId: string,
  document: TaskDocument | undefined,
): { bytes?: Bytes; error?: unknown } {
  const key = document ? revisionKey(taskId, document) : '';
  const [state, setState] = useState<{ key?: string; bytes?: Bytes; error?: unknown }>({});
  const fileIndex = document?.fileIndex ?? 0;
  useEffect(() => {
    if (!key) return;
    const aborter = new AbortController();
    const request = early.get(key) ?? fetchBytes(taskId, fileIndex, aborter.signal);
    early.delete(key);
    request
      .then((bytes) => aborter.signal.aborted || setState({ key, bytes }))
      .catch((error: unknown) => aborter.signal.aborted || setState({ key, error }));
    return () => aborter.abort();
  }, [key, taskId, fileIndex]);
  return state.key === key ? state : {};
}
