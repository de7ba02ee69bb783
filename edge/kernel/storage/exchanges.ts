import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';

/** Sends one body to the database and resolves with the response. */
type Send = (request: Request, body: string) => Promise<Response>;

interface Waiting {
  request: Request;
  isAhead: boolean;
  resolve: (response: Response) => void;
  reject: (error: unknown) => void;
}

/** What one request to the Worker asks the database. Never shared between requests, whose promises workerd keeps apart. */
interface Scope {
  waiting: Waiting[];
  /** Answers of queries that were asked ahead, by their body. */
  ahead: Map<string, { at: number; answer: string }>;
}

const scopes = new AsyncLocalStorage<{ scope: Scope; isAhead: boolean }>();

/** Statements that begin within so many microtasks of one another are sent together. */
const TICKS = 40;
/** An answer that was asked ahead is used for this long. */
const AHEAD_MS = 2_000;

/** Runs the work of one request: statements that it begins at the same time are one exchange with the database. */
export const withExchanges = <T>(work: () => Promise<T>): Promise<T> =>
  scopes.run({ scope: { waiting: [], ahead: new Map() }, isAhead: false }, work);

/**
 * Runs queries, all in one exchange, that the request is going to make one after the other: their answers are then used
 * without asking again, until something is written by `commit`. Only for what `commit` guards, or what may be as old as
 * the request. What fails here fails again where it is needed. Outside a request it does nothing.
 */
export async function readAhead(reads: () => readonly Promise<unknown>[]): Promise<void> {
  const store = scopes.getStore();
  if (store) await scopes.run({ ...store, isAhead: true }, () => Promise.allSettled(reads()));
}

/** Forgets the answers that were asked ahead. */
export function forgetAhead(): void {
  scopes.getStore()?.scope.ahead.clear();
}

/** Sends a request to the database by itself, together with others, or not at all if it was asked ahead. */
export async function exchange(request: Request, send: Send): Promise<Response> {
  const store = scopes.getStore();
  if (!store) return send(request, await request.text());
  const { scope, isAhead } = store;
  return new Promise<Response>((resolve, reject) => {
    scope.waiting.push({ request, isAhead, resolve, reject });
    if (scope.waiting.length === 1) void flush(scope, send);
  });
}

async function flush(scope: Scope, send: Send): Promise<void> {
  for (let i = 0; i < TICKS; i++) await null;
  const waiting = scope.waiting.splice(0);
  try {
    // Only now, as reading a body takes a turn of the event loop.
    const exchanges = await Promise.all(
      waiting.map(async (one) => ({ ...one, body: await one.request.text() })),
    );
    const left: typeof exchanges = [];
    for (const one of exchanges) {
      const known = scope.ahead.get(one.body);
      if (known && Date.now() - known.at < AHEAD_MS) one.resolve(json(known.answer));
      else left.push(one);
    }
    if (left.length > 0) await sendAll(scope, left, send);
  } catch (error) {
    for (const one of waiting) one.reject(error);
  }
}

async function sendAll(
  scope: Scope,
  exchanges: readonly (Waiting & { body: string })[],
  send: Send,
): Promise<void> {
  const merged = exchanges.length > 1 ? merge(exchanges.map(({ body }) => body)) : null;
  const resolve = (one: (typeof exchanges)[number], text: string, status: number) => {
    if (one.isAhead && status === 200) scope.ahead.set(one.body, { at: Date.now(), answer: text });
    one.resolve(json(text, status));
  };
  if (!merged) {
    const alone = async (one: (typeof exchanges)[number]) => {
      const response = await send(one.request, one.body);
      if (one.isAhead) resolve(one, await response.text(), response.status);
      else one.resolve(response);
    };
    await Promise.all(exchanges.map((one) => alone(one).catch(one.reject)));
    return;
  }
  const response = await send(exchanges[0]!.request, merged.body);
  const text = await response.text();
  const parts = response.ok ? merged.divide(text) : exchanges.map(() => text);
  for (const [i, one] of exchanges.entries()) resolve(one, parts[i]!, response.status);
}

const json = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'application/json' } });

const statement = z.looseObject({ sql_id: z.number().nullish() });
const request = z.looseObject({
  type: z.string(),
  sql_id: z.number().nullish(),
  stmt: statement.optional(),
  batch: z.looseObject({ steps: z.array(z.looseObject({ stmt: statement })) }).optional(),
});
/** A pipeline of Hrana 2 that begins a stream and ends it. */
const pipeline = z.object({ baton: z.null().optional(), requests: z.array(request) });
const answered = z.object({ results: z.array(z.unknown()) });

/** Space for the numbers of the texts that one pipeline stores. */
const TEXTS = 1_000;

/**
 * Several pipelines as one on one stream, which is closed at its end. `divide` gives the responses that each would have
 * got. Null if one of them continues a stream or has another form.
 */
function merge(bodies: readonly string[]): { body: string; divide: (text: string) => string[] } | null {
  const parts: z.output<typeof pipeline>['requests'][] = [];
  for (const body of bodies) {
    const parsed = pipeline.safeParse(JSON.parse(body));
    if (!parsed.success || parsed.data.requests.at(-1)?.type !== 'close') return null;
    parts.push(parsed.data.requests.slice(0, -1));
  }
  const requests = parts.flatMap((part, i) => part.map((one) => renumbered(one, i * TEXTS)));
  return {
    body: JSON.stringify({ baton: null, requests: [...requests, { type: 'close' }] }),
    divide(text) {
      const { results } = answered.parse(JSON.parse(text));
      const closed = { type: 'ok', response: { type: 'close' } };
      return parts.map(({ length }) =>
        JSON.stringify({ baton: null, base_url: null, results: [...results.splice(0, length), closed] }),
      );
    },
  };
}

/** The same request with other numbers of stored texts. */
function renumbered(one: z.output<typeof request>, by: number): z.output<typeof request> {
  const own = <T extends z.output<typeof statement>>(numbered: T): T =>
    typeof numbered.sql_id === 'number' ? { ...numbered, sql_id: numbered.sql_id + by } : numbered;
  const { stmt, batch } = one;
  return {
    ...own(one),
    ...(stmt ? { stmt: own(stmt) } : {}),
    ...(batch
      ? { batch: { ...batch, steps: batch.steps.map((step) => ({ ...step, stmt: own(step.stmt) })) } }
      : {}),
  };
}
