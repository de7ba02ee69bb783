import { AppError, type ErrorName } from '#core/errors.ts';
import type { TemplateFileInput } from '#core/template/fill/make-file.ts';
import type { TypesetDocument } from '#core/typeset/document.ts';
import type { Answers, Blank, LaidOut, Order, Reply } from './orders.ts';

interface Waiting {
  readonly order: Order;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

let worker: Worker | undefined;
let running: Waiting | undefined;
/** The worker gets one order at a time, so that one which nobody waits for any more is never begun. */
let queue: Waiting[] = [];

function theWorker(): Worker {
  if (worker) return worker;
  const made = new Worker(new URL('./typeset-worker.ts', import.meta.url), { type: 'module' });
  made.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const one = running;
    running = undefined;
    if (data.ok) one?.resolve(data.answer as never);
    else
      one?.reject(
        data.refused
          ? new AppError(data.refused.name as ErrorName, data.refused.params as never)
          : new Error('the typesetter failed'),
      );
    next();
  });
  made.addEventListener('error', (event) => {
    event.preventDefault();
    made.terminate();
    worker = undefined;
    const failed = [...(running ? [running] : []), ...queue];
    running = undefined;
    queue = [];
    for (const one of failed) one.reject(new Error(event.message || 'the typesetter could not be loaded'));
  });
  worker = made;
  return made;
}

function next(): void {
  if (running) return;
  running = queue.shift();
  if (running) theWorker().postMessage(running.order);
}

function ask<K extends Order['kind']>(order: Order & { kind: K }, signal?: AbortSignal): Promise<Answers[K]> {
  return new Promise<Answers[K]>((resolve, reject) => {
    const one: Waiting = { order, resolve: resolve, reject };
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener(
      'abort',
      () => {
        queue = queue.filter((other) => other !== one);
        reject(signal.reason);
      },
      { once: true },
    );
    queue.push(one);
    next();
  });
}

/** Fetches typesetter and fonts before they are needed, so that they are there when the connection is not. */
export const warmTypesetter = (): Promise<null> => ask({ kind: 'warm' });

/**
 * Typesets in a thread beside the page: pages as a display list, page breaks, and boxes of fields and places. One that is
 * aborted before it began is never begun. Rejects with GLYPH_MISSING, with the signal's reason, and where fonts cannot be
 * fetched.
 */
export const layOutInBackground = (document: TypesetDocument, signal?: AbortSignal): Promise<LaidOut> =>
  ask({ kind: 'layOut', document }, signal);

/** The file of a filled web template, as the Worker makes it again when the task is sent. */
export const makeFileInBackground = (
  input: TemplateFileInput,
  signal?: AbortSignal,
): Promise<Answers['makeFile']> => ask({ kind: 'makeFile', input }, signal);

/** The characters of a text that the fonts of documents do not have. */
export const missingInFonts = (text: string, signal?: AbortSignal): Promise<string[]> =>
  ask({ kind: 'missing', text }, signal);

/** A value as it is drawn into the blanks of its field when it is signed; `blanks` a list for each place where it stands. */
export const drawInBackground = (
  text: string,
  blanks: readonly (readonly Blank[])[],
  signal?: AbortSignal,
): Promise<Answers['drawValue']> => ask({ kind: 'drawValue', text, blanks }, signal);
