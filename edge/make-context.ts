import { pickLanguage } from '#core/locales/languages.ts';
import type { Context } from './context.ts';
import { openKeyring } from './crypto/keys.ts';
import { newId } from './crypto/new-id.ts';
import { describeError } from './describe-error.ts';
import type { Env } from './env.ts';
import { openDatabase } from './storage/database.ts';
import { openFileStore } from './storage/files.ts';

type Defer = (work: Promise<unknown>) => void;

/** The outside world of one request, or of a job where there is no request. */
export async function makeContext(env: Env, defer: Defer, request?: Request): Promise<Context> {
  const now = Date.now();
  const headers = request?.headers;
  return {
    env,
    db: openDatabase(env),
    files: openFileStore(env.FILES),
    keys: await openKeyring(env),
    now,
    newId: () => newId(now),
    language: pickLanguage(headers?.get('accept-language')),
    requestId: headers?.get('x-request-id')?.slice(0, 64) ?? crypto.randomUUID(),
    address: headers?.get('cf-connecting-ip') ?? '',
    userAgent: headers?.get('user-agent') ?? '',
    cookies: [],
    // What goes wrong after the answer must be seen somewhere.
    defer: (work) => defer(work.catch((error: unknown) => console.error('deferred:', describeError(error)))),
  };
}
