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
/** The worker gets one request at a time, so that aborted requests are never started. */
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

/** Preloads typesetter and fonts, so that they are available offline. */
export const warmTypesetter = (): Promise<null> => ask({ kind: 'warm' });

/**
 * Typesets in a worker: returns pages as a display list, page breaks, and boxes of fields and placements. A request
 * that is aborted before it starts is never run. Rejects with GLYPH_MISSING, with the signal's reason, and if fonts
 * cannot be fetched.
 */
export const layOutInBackground = (document: TypesetDocument, signal?: AbortSignal): Promise<LaidOut> =>
  ask({ kind: 'layOut', document }, signal);

/** Creates the file of a filled web template; the Worker recreates the same file when the task is sent. */
export const makeFileInBackground = (
  input: TemplateFileInput,
  signal?: AbortSignal,
): Promise<Answers['makeFile']> => ask({ kind: 'makeFile', input }, signal);

/** The characters of a text that the document fonts lack. */
export const missingInFonts = (text: string, signal?: AbortSignal): Promise<string[]> =>
  ask({ kind: 'missing', text }, signal);

/** Draws a value into the blanks of its field, as when signing; `blanks` has one list per occurrence of the field. */
export const drawInBackground = (
  text: string,
  blanks: readonly (readonly Blank[])[],
  signal?: AbortSignal,
): Promise<Answers['drawValue']> => ask({ kind: 'drawValue', text, blanks }, signal);
