import { createClient } from '@libsql/client/web';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/web';
import { z } from 'zod';
import * as schema from '#db/schema/index.ts';
import type { Env } from '#edge/kernel/env.ts';
import { callFigures } from '#edge/kernel/http/call-meter.ts';
import { KIND } from '#edge/kernel/span.ts';
import { isTraced, traced, traceHeaders } from '#edge/kernel/trace.ts';
import { exchange } from './exchanges.ts';

export type Database = LibSQLDatabase<typeof schema>;

/** The database did not answer. What it was asked may have taken effect, so that only an idempotent caller asks again. */
export class DatabaseAway extends Error {}

const CAUSES = 8;
/** Whether an error says so, or one of those that it was wrapped in by the client and drizzle. */
export function isDatabaseAway(error: unknown, depth = CAUSES): boolean {
  if (error instanceof DatabaseAway) return true;
  return depth > 0 && error instanceof Error && isDatabaseAway(error.cause, depth - 1);
}

const open = new Map<string, Database>();
const RETRIES = 6;

/**
 * A busy or restarting libSQL answers 429, 502 or 503, or refuses the connection. The request then had no effect and is
 * retried after a short pause.
 */
async function patientFetch(request: Request, body: string): Promise<Response> {
  callFigures.exchanges += 1;
  if (!isTraced()) return sendWithRetries(request, body);
  const attributes = { 'db.system.name': 'sqlite', 'signet.statements': countStatements(body) };
  return traced('database', { kind: KIND.client, attributes }, () => {
    for (const [name, value] of Object.entries(traceHeaders())) request.headers.set(name, value);
    return sendWithRetries(request, body);
  });
}

/** Number of statements in a pipeline of Hrana 2; their texts and values stay out of traces. */
function countStatements(body: string): number {
  const { requests } = pipeline.parse(JSON.parse(body || '{}'));
  return requests.reduce(
    (sum, { type, batch }) => sum + (batch?.steps.length ?? Number(type === 'execute')),
    0,
  );
}

const pipeline = z.looseObject({
  requests: z
    .array(z.looseObject({ type: z.string(), batch: z.object({ steps: z.array(z.unknown()) }).optional() }))
    .default([]),
});

async function sendWithRetries(request: Request, body: string): Promise<Response> {
  const send = () => fetch(request.url, { method: request.method, headers: request.headers, body });
  for (let attempt = 0; ; attempt++) {
    const last = attempt === RETRIES;
    try {
      const response = await send();
      if (![429, 502, 503].includes(response.status)) return response;
      await response.body?.cancel();
      if (last) throw new DatabaseAway(`it answers ${response.status}`);
    } catch (error) {
      if (error instanceof DatabaseAway) throw error;
      if (last || !isRefused(error)) throw new DatabaseAway('no answer', { cause: error });
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
    fetch: (request: Request) => exchange(request, patientFetch),
    // Replaces the client's limit of 20 concurrent requests: queued ones resume in another request's context, and workerd
    // aborts them ("resolved from a different request context"). Thirty of fifty concurrent users got no response.
    concurrency: Number.POSITIVE_INFINITY,
  });
  const database = drizzle(client, { schema });
  open.set(key, database);
  return database;
}
