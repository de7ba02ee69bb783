import type { AnyCall, Call, OutputOf, ParsedInputOf } from '#core/call.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';

/** A file response ([7.1d]). */
export interface FileAnswer {
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
  length: number;
  fileName: string;
  contentType: string;
  /** Displayed inline instead of downloaded. */
  inline?: boolean;
  /** ETag of immutable content: its digest. */
  etag?: string;
}

type Answer<C extends Call> = C['answer'] extends 'file' ? FileAnswer : OutputOf<C>;

export interface Implementation {
  call: AnyCall;
  signedIn: boolean;
  handle(input: never, context: never, request: Request): Promise<unknown>;
  /** Queries that the procedure is going to make one after the other, asked all at once before it (`readAhead`). */
  ahead?(input: never, context: never): readonly Promise<unknown>[];
}

/** Binds a call that requires a session to its procedure. */
export function implement<C extends Call>(
  call: C,
  handle: (
    input: ParsedInputOf<C>,
    context: SignedInContext,
    request: Request,
  ) => Promise<Answer<C> | FileAnswer>,
  ahead?: (input: ParsedInputOf<C>, context: SignedInContext) => readonly Promise<unknown>[],
): Implementation {
  if (call.access.actor === 'anyone' || call.access.actor === 'internal')
    throw new Error(`${call.id} has no actor: use implementOpen`);
  return { call, signedIn: true, handle, ...(ahead ? { ahead } : {}) };
}

/** Binds a call without a session to its procedure. */
export function implementOpen<C extends Call>(
  call: C,
  handle: (input: ParsedInputOf<C>, context: Context, request: Request) => Promise<OutputOf<C> | FileAnswer>,
): Implementation {
  if (call.access.actor !== 'anyone' && call.access.actor !== 'internal')
    throw new Error(`${call.id} needs an actor: use implement`);
  return { call, signedIn: false, handle };
}
