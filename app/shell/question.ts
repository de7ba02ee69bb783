import type { AnyCall, InputOf } from '#core/call.ts';
import { untimed } from '../wire/early.ts';
import { buildRequest } from '../wire/send.ts';

/** The address of a GET call with its input. */
export type Question = string;

/** What a route asks the server for in any case, known from its address alone: `export const handle = { questions }`. */
export type Questions = (url: URL) => readonly Question[];

export const question = <C extends AnyCall>(call: C, input: InputOf<C>): Question =>
  untimed(buildRequest(call, input as Record<string, unknown>, { headers: {}, now: () => 0 }).url);
