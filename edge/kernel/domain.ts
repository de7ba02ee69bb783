import type { Context, EffectHandler } from './context.ts';
import type { WrappedKeys } from './crypto/rewrap-keys.ts';
import type { Implementation } from './http/implement.ts';

/** What is done every minute; loaded when it is first due. May return how many things were done. */
export interface Job {
  /** As the log calls it. */
  name: string;
  load(): Promise<(context: Context) => Promise<unknown>>;
}

/** What a domain of the edge brings along. worker.ts, which knows all of them, puts it together. */
export interface Domain {
  calls?: readonly Implementation[];
  effects?: readonly EffectHandler[];
  jobs?: readonly Job[];
  /** Where the domain keeps wrapped keys, so that they can be wrapped again under another key-encryption key. */
  wrappedKeys?: readonly WrappedKeys[];
  /** What it answers outside /ecapi: everything below `path`. */
  paths?: readonly { path: string; serve(request: Request, context: Context): Promise<Response> }[];
}
