import type { ExecutionContext } from '@cloudflare/workers-types';
import { refusedSettings } from '#core/config/production-settings.ts';
import { accounts } from '#edge/account/index.ts';
import { apiKeys } from '#edge/apikey/index.ts';
import { reviewableExternal } from '#edge/approval/external-subject.ts';
import { approvals } from '#edge/approval/index.ts';
import { approvalPart } from '#edge/approval/sending-part.ts';
import { autoSigns } from '#edge/autosign/index.ts';
import { automaticPart } from '#edge/autosign/sending-part.ts';
import { batches } from '#edge/batch/index.ts';
import { certificate } from '#edge/certificate/index.ts';
import { company } from '#edge/company/index.ts';
import { businessTypePart } from '#edge/company/sending-part.ts';
import { config } from '#edge/config/index.ts';
import { contacts } from '#edge/contact/index.ts';
import { credit } from '#edge/credit/index.ts';
import { creditPart } from '#edge/credit/sending-part.ts';
import { embeds } from '#edge/embed/index.ts';
import { employees } from '#edge/employee/index.ts';
import { help } from '#edge/help/index.ts';
import { admit } from '#edge/identity/admit.ts';
import { identity } from '#edge/identity/index.ts';
import { refusedDatabase } from '#edge/internal/demo-accounts.ts';
import { internal } from '#edge/internal/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { rewrapKeys } from '#edge/kernel/crypto/rewrap-keys.ts';
import type { Domain, Job } from '#edge/kernel/domain.ts';
import type { Env } from '#edge/kernel/env.ts';
import { enter } from '#edge/kernel/http/enter.ts';
import { serveCalls } from '#edge/kernel/http/serve-calls.ts';
import { atPresent, makeContext } from '#edge/kernel/make-context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { byTopic } from '#edge/kernel/outbox/handlers.ts';
import { runOutbox } from '#edge/kernel/outbox/run-outbox.ts';
import { KIND } from '#edge/kernel/span.ts';
import { withExchanges } from '#edge/kernel/storage/exchanges.ts';
import { takeTurn } from '#edge/kernel/take-turn.ts';
import { describeSpan, traced, traceRoot } from '#edge/kernel/trace.ts';
import { log } from '#edge/log/index.ts';
import { notices } from '#edge/notice/index.ts';
import { orders } from '#edge/order/index.ts';
import { payments } from '#edge/payment/index.ts';
import { pki } from '#edge/pki/index.ts';
import { platform } from '#edge/platform/index.ts';
import { quickSign } from '#edge/quicksign/index.ts';
import { signableGroup } from '#edge/quicksign/sign-quick-files.ts';
import { realNames } from '#edge/realname/index.ts';
import { seals } from '#edge/seal/index.ts';
import type { SendingPart } from '#edge/sending/sending-part.ts';
import { signing } from '#edge/signing/index.ts';
import { signingLinks } from '#edge/signinglink/index.ts';
import { sso } from '#edge/sso/index.ts';
import { forwardToSync } from '#edge/sync/forward-to-sync.ts';
import { sync } from '#edge/sync/index.ts';
import { tasks } from '#edge/task/index.ts';
import { reviewableSealUse } from '#edge/task/review-seal-use.ts';
import { reviewableTask } from '#edge/task/review-task.ts';
import { draftPart, enterprisesPart } from '#edge/task/sending-parts.ts';
import { signableSealUse } from '#edge/task/sign-seal-use.ts';
import { signableTask } from '#edge/task/sign-task.ts';
import { templates } from '#edge/template/index.ts';
import { reviewableTemplate } from '#edge/template/review-template.ts';
import { templatesPart } from '#edge/template/sending-part.ts';
import { webhooks } from '#edge/webhook/index.ts';

/** What the rooms add to the sending of a contract, in the order in which they check and write. */
const SENDING_PARTS: readonly SendingPart[] = [
  draftPart,
  businessTypePart,
  creditPart,
  automaticPart,
  enterprisesPart,
  approvalPart,
  templatesPart,
];

/** The domains, from the lowest layer to the highest (edge/floors.json). */
const DOMAINS: readonly Domain[] = [
  config,
  payments,
  credit,
  pki,
  log,
  notices,
  identity,
  sync,
  contacts,
  seals,
  certificate,
  company,
  apiKeys,
  realNames,
  platform,
  approvals([reviewableTask, reviewableSealUse, reviewableTemplate, reviewableExternal]),
  signing([signableTask, signableGroup, signableSealUse]),
  autoSigns,
  orders,
  tasks(SENDING_PARTS),
  webhooks,
  quickSign,
  embeds,
  templates,
  batches(SENDING_PARTS),
  signingLinks(SENDING_PARTS),
  employees,
  help,
  sso,
  accounts,
];

/** All registrations of one kind, of all domains. */
const all = <K extends keyof Domain>(kind: K) =>
  DOMAINS.flatMap((domain): readonly NonNullable<Domain[K]>[number][] => domain[kind] ?? []);

const WRAPPED_KEYS = all('wrappedKeys');

const INTERNAL = internal(all('jobs'), WRAPPED_KEYS);

/** All procedures served under /ecapi. */
export const implementations = [...all('calls'), ...(INTERNAL.calls ?? [])];

const EFFECTS = byTopic(all('effects'));
const PATHS = [...all('paths'), ...(INTERNAL.paths ?? [])];

/** Jobs that run every minute, in this order; the outbox is last, because the other jobs enqueue effects. */
const JOBS: readonly Job[] = [
  ...all('jobs'),
  {
    name: 'wrapped keys',
    // Without another key there is nothing to unwrap an old value with, so nothing is looked for.
    load: async () => async (context) =>
      context.env.OTHER_KEY_ENCRYPTION_KEYS ? rewrapKeys(context, WRAPPED_KEYS) : 0,
  },
  { name: 'outbox', load: async () => runOutbox },
];

interface Pages {
  pages(request: Request, env: Env, context: ExecutionContext): Promise<Response>;
}

/**
 * One sentence on why the Worker must not serve: an unknown mode, a setting or secret missing in production, or demo
 * data. Null if it may.
 */
const refusal = async (env: Env): Promise<string | null> =>
  refusedSettings(env) ?? (await refusedDatabase(env));

async function isRefused(env: Env): Promise<boolean> {
  const refused = await refusal(env);
  if (refused) noteFault('settings', refused);
  return refused !== null;
}

/** The sentence may be public: it names missing settings, never their values. */
function refuse(sentence: string): Response {
  noteFault('settings', sentence);
  return new Response(`${sentence}\n`, {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

const contextOf = (env: Env, execution: ExecutionContext, request?: Request): Promise<Context> =>
  makeContext(env, EFFECTS, (work) => execution.waitUntil(work), request);

/** The Worker's handlers: /ecapi and /sync are served here, all other paths by the given `pages`. */
export function createWorker({ pages }: Pages) {
  // One router per isolate, created with the first request.
  let router: ReturnType<typeof serveCalls> | null = null;
  return {
    async fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
      const span = { name: request.method, kind: KIND.server, parent: request.headers.get('traceparent') };
      return traceRoot(
        env,
        (work) => execution.waitUntil(work),
        span,
        async () => {
          const answer = await withExchanges(() => serve(request, env, execution));
          describeSpan({ 'http.request.method': request.method, 'http.response.status_code': answer.status });
          return answer;
        },
      );
    },
    async scheduled(_event: unknown, env: Env, execution: ExecutionContext): Promise<void> {
      if (await isRefused(env)) return;
      const context = await contextOf(env, execution);
      const turn = await takeTurn(context);
      if (!turn) return;
      await traceRoot(env, context.defer, { name: 'jobs', kind: KIND.internal, parent: null }, async () => {
        // A failing job does not stop the others; it retries in the next run.
        for (const { name, load } of JOBS) {
          try {
            if (!(await turn.renew())) return;
            await traced(`job ${name}`, {}, async () => (await load())(atPresent(context)));
          } catch (error) {
            noteFault(`job: ${name}`, error, context.requestId);
          }
        }
        await turn.end();
      });
    },
    async queue(_batch: unknown, env: Env, execution: ExecutionContext): Promise<void> {
      if (await isRefused(env)) return;
      await runOutbox(await contextOf(env, execution));
    },
  };

  async function serve(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
    const refused = await refusal(env);
    if (refused) return refuse(refused);
    const entered = enter(request, env);
    if (entered instanceof Response) return entered;
    const socket = await forwardToSync(entered, env);
    if (socket) return socket;
    return route(entered, env, execution);
  }

  async function route(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
    const { pathname } = new URL(request.url);
    const served = PATHS.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
    if (served) describeSpan({}, `${request.method} ${served.path}`);
    if (served) return served.serve(request, await contextOf(env, execution, request));
    if (env.SIGNET_MODE === 'pro' && isSimulator(pathname))
      return new Response('Nothing is here.\n', { status: 404, headers: { 'Cache-Control': 'no-store' } });
    if (pathname !== '/ecapi' && !pathname.startsWith('/ecapi/')) return pages(request, env, execution);
    router ??= serveCalls(implementations, EFFECTS, admit);
    return router.fetch(request, env, execution);
  }
}

/** Whether a path leads to a page of the simulators or its data, however it is written: routes ignore case and slashes. */
function isSimulator(pathname: string): boolean {
  try {
    return /^\/+sim([./]|$)/i.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}
