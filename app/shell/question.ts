import type { AnyCall, InputOf } from '#core/call.ts';
import { untimed } from '../wire/early.ts';
import { buildRequest } from '../wire/send.ts';

/** The URL of a GET call with its input. */
export type Question = string;

/** The requests that a route makes in any case, known from its URL alone: `export const handle = { questions }`. */
export type Questions = (url: URL) => readonly Question[];

export const question = <C extends AnyCall>(call: C, input: InputOf<C>): Question =>
  untimed(buildRequest(call, input as Record<string, unknown>, { headers: {}, now: () => 0 }).url);
