import { createClient } from '@libsql/client/web';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/web';
import * as schema from '#db/schema/index.ts';
import type { Env } from '#edge/kernel/env.ts';

export type Database = LibSQLDatabase<typeof schema>;

const open = new Map<string, Database>();
const RETRIES = 6;

/**
 * A busy or restarting libSQL answers 429, 502 or 503, or refuses the connection: nothing was done then, so the same
 * request is sent again after a short pause.
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

// Refused before anything was sent; a connection lost later may have had its effect and is not repeated.
const isRefused = (error: unknown) => /refused|ECONNREFUSED/i.test(String(error));

/** The database behind `LIBSQL_URL`; one client for each address and isolate. */
export function openDatabase(env: Env): Database {
  const key = env.LIBSQL_URL;
  const known = open.get(key);
  if (known) return known;
  const client = createClient({
    url: env.LIBSQL_URL,
    ...(env.LIBSQL_AUTH_TOKEN ? { authToken: env.LIBSQL_AUTH_TOKEN } : {}),
    fetch: patientFetch,
    // Not the client's own limit of 20: what it holds back is let go by another request's end, and workerd then cuts
    // the answer off ("resolved from a different request context"). Thirty of fifty people at once got none.
    concurrency: Number.POSITIVE_INFINITY,
  });
  const database = drizzle(client, { schema });
  open.set(key, database);
  return database;
}
