import { createClient } from '@libsql/client/web';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/web';
import * as schema from '#db/schema/index.ts';
import type { Env } from '#edge/kernel/env.ts';

export type Database = LibSQLDatabase<typeof schema>;

const open = new Map<string, Database>();
const RETRIES = 6;

/**
 * A busy or restarting libSQL answers 429, 502 or 503, or refuses the connection. The request then had no effect and is
 * retried after a short pause.
 */
async function patientFetch(request: Request): Promise<Response> {
  const body = request.body ? await request.arrayBuffer() : null;
  const send = () => fetch(request.url, { method: request.method, headers: request.headers, body });
  for (let attempt = 0; ; attempt++) {
    const last = attempt === RETRIES;
    try {
      const response = await send();
      if (last || ![429, 502, 503].includes(response.status)) return response;
      await response.body?.cancel();
    } catch (error) {
      if (last || !isRefused(error)) throw error;
    }
    await new Promise((done) => setTimeout(done, 20 * 2 ** attempt));
  }
}

// Only refused connections are retried: after a connection is lost, the request may have taken effect.
const isRefused = (error: unknown) => /refused|ECONNREFUSED/i.test(String(error));

/** The database at `LIBSQL_URL`; one client per address and isolate. */
export function openDatabase(env: Env): Database {
  const key = env.LIBSQL_URL;
  const known = open.get(key);
  if (known) return known;
  const client = createClient({
    url: env.LIBSQL_URL,
    ...(env.LIBSQL_AUTH_TOKEN ? { authToken: env.LIBSQL_AUTH_TOKEN } : {}),
    fetch: patientFetch,
    // Replaces the client's limit of 20 concurrent requests: queued ones resume in another request's context, and workerd
    // aborts them ("resolved from a different request context"). Thirty of fifty concurrent users got no response.
    concurrency: Number.POSITIVE_INFINITY,
  });
  const database = drizzle(client, { schema });
  open.set(key, database);
  return database;
}
