import { type Language, pickLanguage } from '#core/locales/languages.ts';
import { openKeyring } from '#edge/kernel/crypto/keys.ts';
import { newId } from '#edge/kernel/crypto/new-id.ts';
import { openDatabase } from '#edge/kernel/storage/database.ts';
import { openFileStore } from '#edge/kernel/storage/files.ts';
import { openBucket } from '#edge/kernel/storage/open-bucket.ts';
import type { Context } from './context.ts';
import type { Env } from './env.ts';
import { noteFault } from './note-fault.ts';

type Defer = (work: Promise<unknown>) => void;

/** Language of a request, from Accept-Language. */
export const languageOf = (request?: Request): Language =>
  pickLanguage(request?.headers.get('accept-language'));

/** The client's request id, at most 64 characters, or a new one. */
export const requestIdOf = (request?: Request): string =>
  request?.headers.get('x-request-id')?.slice(0, 64) ?? crypto.randomUUID();

/** The same context with the current time, for long-running jobs and effects. */
export function atPresent<C extends Context>(context: C): C {
  const now = Date.now();
  return { ...context, now, newId: () => newId(now) };
}

/** Creates the context of a request, or of a job. */
export async function makeContext(
  env: Env,
  effects: Context['effects'],
  defer: Defer,
  request?: Request,
): Promise<Context> {
  const now = Date.now();
  const headers = request?.headers;
  return {
    env,
    db: openDatabase(env),
    files: openFileStore(openBucket(env)),
    effects,
    keys: await openKeyring(env),
    now,
    newId: () => newId(now),
    language: languageOf(request),
    requestId: requestIdOf(request),
    address: headers?.get('cf-connecting-ip') ?? '',
    userAgent: headers?.get('user-agent') ?? '',
    cookies: [],
    answerHeaders: {},
    // Log failures that occur after the response.
    defer: (work) => defer(work.catch((error: unknown) => noteFault('deferred', error))),
  };
}
