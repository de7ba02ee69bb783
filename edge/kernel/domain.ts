import type { Context, EffectHandler } from './context.ts';
import type { WrappedKeys } from './crypto/rewrap-keys.ts';
import type { Implementation } from './http/implement.ts';

/** A job that runs every minute, loaded on first use. May return how many items it handled. */
export interface Job {
  /** Name in the log. */
  name: string;
  load(): Promise<(context: Context) => Promise<unknown>>;
}

/** What a domain registers: calls, effects, jobs. worker.ts composes all domains. */
export interface Domain {
  calls?: readonly Implementation[];
  effects?: readonly EffectHandler[];
  jobs?: readonly Job[];
  /** Where the domain stores wrapped keys, for rotation of the key-encryption key. */
  wrappedKeys?: readonly WrappedKeys[];
  /** Routes outside /ecapi: `path` and everything below it. */
  paths?: readonly { path: string; serve(request: Request, context: Context): Promise<Response> }[];
}
