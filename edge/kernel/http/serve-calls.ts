import { eq } from 'drizzle-orm';
import { Hono, type MiddlewareHandler } from 'hono';
import type { AnyCall } from '#core/call.ts';
import { isWithinEmbed } from '#core/embed/reach.ts';
import { AppError } from '#core/errors.ts';
import { sameSecret } from '#core/same-secret.ts';
import { sha256Hex } from '#core/sha256.ts';
import { onceAnswer } from '#db/schema/index.ts';
import type { Actor, Context, SignedInContext } from '#edge/kernel/context.ts';
import type { Env } from '#edge/kernel/env.ts';
import { languageOf, makeContext, requestIdOf } from '#edge/kernel/make-context.ts';
import { whileAnswering } from '#edge/kernel/outbox/start-outbox.ts';
import { readAhead } from '#edge/kernel/storage/exchanges.ts';
import { describeSpan } from '#edge/kernel/trace.ts';
import { answerData, answerError, answerFile } from './answer.ts';
import { answerInSteps } from './answer-in-steps.ts';
import { metered } from './call-meter.ts';
import { discardRest } from './discard-rest.ts';
import { isFromForeignPage } from './enter.ts';
import type { FileAnswer, Implementation } from './implement.ts';
import { noteRefusal } from './note-refusal.ts';
import { readInput } from './read-input.ts';

/** Media type by which a client requests a streamed response: one line per step, then the envelope. */
const STEPS = 'application/x-ndjson';

/** Authenticates a request and checks its access to the call; throws otherwise. */
export type Admit = (
  request: Request,
  context: Context,
  call: Pick<AnyCall, 'id' | 'access'>,
) => Promise<Actor>;

type Run = (request: Request, params: Record<string, string>, context: Context) => Promise<Response>;

const isFile = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'body' in answer && 'fileName' in answer;

/** Hono environment: the Worker's bindings and the procedure's context. */
type AppEnv = { Bindings: Env; Variables: { context: Context } };

/** Creates the context of a call and sets the headers that were requested, and the cookies unless it failed. */
const withContext =
  (effects: Context['effects']): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const defer = (work: Promise<unknown>): void => c.executionCtx.waitUntil(work);
    const context = await makeContext(c.env, effects, defer, c.req.raw);
    c.set('context', context);
    await next();
    for (const [name, value] of Object.entries(context.answerHeaders)) c.header(name, value);
    if (!c.error) for (const cookie of context.cookies) c.header('Set-Cookie', cookie, { append: true });
  };

/** Router of all calls below /ecapi. Throws if two share an id, or a method and path. */
export function serveCalls(
  implementations: readonly Implementation[],
  effects: Context['effects'],
  admit: Admit,
) {
  const app = new Hono<AppEnv>().basePath('/ecapi');
  const open = withContext(effects);
  const ids = new Set<string>();
  const routes = new Set<string>();
  for (const implementation of implementations) {
    const { call } = implementation;
    const route = `${call.method} ${call.path}`;
    if (ids.has(call.id) || routes.has(route)) throw new Error(`defined twice: ${call.id} ${route}`);
    ids.add(call.id);
    routes.add(route);
    const run = runner(implementation, admit);
    // Calls of the product's own processes, such as the outbox, are not user-facing.
    const counted: Run = (request, params, context) => {
      describeSpan({ 'signet.call': call.id, 'signet.request_id': context.requestId }, call.id);
      return metered(call.id, () => run(request, params, context));
    };
    const served = call.access.actor === 'internal' ? counted : answering(counted);
    app.on(call.method, call.path, open, (c) => {
      const response = served(c.req.raw, c.req.param(), c.get('context'));
      // A caller who hangs up does not stop an act in its middle, where what it made would stay.
      if (call.method !== 'GET') c.get('context').defer(response.catch(() => undefined));
      return response;
    });
  }
  app.onError(async (error, c) => {
    await discardRest(c.req.raw);
    return answerError(error, languageOf(c.req.raw), requestIdOf(c.req.raw));
  });
  app.notFound((c) => answerError(new AppError('NOT_FOUND'), languageOf(c.req.raw), crypto.randomUUID()));
  return app;
}

const answering =
  (run: Run): Run =>
  (...args) =>
    whileAnswering(() => run(...args));

function runner(implementation: Implementation, admit: Admit): Run {
  const { call } = implementation;
  const handle = implementation.handle as (
    input: unknown,
    context: Context,
    request: Request,
  ) => Promise<unknown>;
  const ahead = implementation.ahead as
    | ((input: unknown, context: SignedInContext) => readonly Promise<unknown>[])
    | undefined;
  const attempt = async (
    request: Request,
    params: Record<string, string>,
    context: Context,
    known: (actor: Actor) => void,
  ): Promise<Response> => {
    refuseForeignPages(request, context.env);
    if (call.access.actor === 'internal') {
      if (!(await sameSecret(request.headers.get('x-internal-key') ?? '', context.env.INTERNAL_KEY)))
        throw new AppError('NOT_FOUND');
      return answer(await handle(await readInput(call, request, params), context, request));
    }
    if (!implementation.signedIn)
      return answer(await handle(await readInput(call, request, params), context, request));
    const actor = await admit(request, context, call);
    known(actor);
    const input = await readInput(call, request, params);
    // Another's task, draft or template does not exist for an embedded page.
    const { embed } = actor;
    if (embed && !isWithinEmbed(embed.kind, call.id, input, embed)) throw new AppError('NOT_FOUND');
    const run = (tell: SignedInContext['tell']): Promise<Response> => {
      const signedIn: SignedInContext = { ...context, actor, remember: () => [], tell };
      const prepare = () => readAhead(() => ahead?.(input, signedIn) ?? []);
      if (!call.once) return prepare().then(() => handle(input, signedIn, request).then(answer));
      return runOnce(
        `${actor.key?.id ?? actor.accountId}:${actor.entId}:${call.id}`,
        input,
        signedIn,
        request,
        prepare,
        (c) => handle(input, c, request),
      );
    };
    if (call.steps && request.headers.get('accept') === STEPS) {
      const noted = (error: unknown) => {
        noteRefusal(call, error, context, actor);
        throw error;
      };
      return answerInSteps(context, (tell) => run(tell).catch(noted));
    }
    return run(() => undefined);
  };
  return async (request, params, context) => {
    let who: Actor | undefined;
    try {
      return await attempt(request, params, context, (actor) => {
        who = actor;
      });
    } catch (error) {
      noteRefusal(call, error, context, who);
      throw error;
    }
  };
}

const answer = (result: unknown): Response => (isFile(result) ? answerFile(result) : answerData(result));

// Tokens travel in a header that cross-site pages cannot set; this rejects all other cross-site requests.
function refuseForeignPages(request: Request, env: Env): void {
  if (request.method !== 'GET' && isFromForeignPage(request, env)) throw new AppError('NO_PERMISSION');
}

/** Idempotency: a repeated request (header x-request-id) has one effect and gets the stored response. */
async function runOnce(
  scope: string,
  input: unknown,
  context: SignedInContext,
  request: Request,
  prepare: () => Promise<void>,
  handle: (context: SignedInContext) => Promise<unknown>,
): Promise<Response> {
  const requestId = request.headers.get('x-request-id');
  if (!requestId || !/^[\w-]{8,64}$/.test(requestId)) {
    await prepare();
    return answer(await handle(context));
  }
  const key = `${scope}:${requestId}`;
  const inputHash = await sha256Hex(JSON.stringify(input));
  const known = async () => {
    const [row] = await context.db.select().from(onceAnswer).where(eq(onceAnswer.key, key));
    if (row && row.inputHash !== inputHash) throw new AppError('REPEATED_REQUEST_DIFFERS');
    return row;
  };
  const [before] = await Promise.all([known(), prepare()]);
  if (before) return answerData(before.answer);
  try {
    return answer(
      await handle({
        ...context,
        requestKey: `${key}:${inputHash}`,
        remember: (result) => [
          context.db
            .insert(onceAnswer)
            .values({ key, inputHash, answer: result ?? null, createdAt: context.now }),
        ],
      }),
    );
  } catch (error) {
    // A concurrent duplicate may have committed first: return its stored response.
    const after = await known();
    if (after) return answerData(after.answer);
    throw error;
  }
}
