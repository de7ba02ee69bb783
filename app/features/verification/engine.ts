import type { Bytes } from '#core/bytes.ts';
import type { ReportSheet } from './report-sheet.ts';
import type { Answers, Envelope, Order, Reply, VerifiedFile } from './worker-orders.ts';

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void };

let worker: Worker | null = null;
let last = 0;
const waiting = new Map<number, Waiting>();

function theWorker(): Worker {
  if (worker) return worker;
  const made = new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });
  made.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) one?.resolve(data.answer as never);
    else one?.reject(new Error('the engine failed'));
  });
  made.addEventListener('error', (event) => {
    event.preventDefault();
    drop(new Error(event.message || 'the engine could not be loaded'));
  });
  worker = made;
  return made;
}

/** Terminates the worker and rejects its pending requests; the next request starts a new one. */
function drop(reason: Error): void {
  worker?.terminate();
  worker = null;
  for (const one of waiting.values()) one.reject(reason);
  waiting.clear();
}

function ask<K extends Order['kind']>(order: Order & { kind: K }): Promise<Answers[K]> {
  last += 1;
  const id = last;
  return new Promise<Answers[K]>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    theWorker().postMessage({ id, order } satisfies Envelope);
  });
}

/** Preloads the engines. */
export const warmUp = (): Promise<null> => ask({ kind: 'warm' });

/** Verifies a file in the worker. An abort terminates the worker at once. Rejects on an abort or a crash only. */
export async function verifyInWorker(
  file: Blob,
  anchors: Bytes[],
  signal: AbortSignal,
): Promise<VerifiedFile> {
  const stop = () => drop(new Error('aborted'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await ask({ kind: 'verify', file, anchors, time: Date.now() });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Returns the report as a PDF. */
export const typesetInWorker = (sheet: ReportSheet, font: Bytes): Promise<Bytes> =>
  ask({ kind: 'typeset', sheet, font });
