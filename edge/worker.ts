import type { ExecutionContext } from '@cloudflare/workers-types';
import { missingSettings } from '#core/config/production-settings.ts';
import { HELP_MEDIA_PATH } from '#core/help/calls.ts';
import { accountCalls } from './account/index.ts';
import { PKI_PATH } from './certificate/addresses.ts';
import { certificateCalls } from './certificate/index.ts';
import { servePki } from './certificate/serve-pki.ts';
import { companyCalls } from './company/index.ts';
import { configCalls } from './config/index.ts';
import { rewrapKeys } from './crypto/rewrap-keys.ts';
import { describeError } from './describe-error.ts';
import { employeeCalls } from './employee/index.ts';
import type { Env } from './env.ts';
import { helpCalls } from './help/index.ts';
import { serveHelpMedia } from './help/serve-media.ts';
import { serveCalls } from './http/serve-calls.ts';
import { identityCalls } from './identity/index.ts';
import { sealPlainNames } from './identity/seal-plain-names.ts';
import { internalCalls } from './internal/index.ts';
import { simCalls } from './internal/simulators.ts';
import { makeContext } from './make-context.ts';
import { noticeCalls } from './notice/index.ts';
import { runOutbox } from './outbox/run-outbox.ts';
import { platformCalls } from './platform/index.ts';
import { quicksignCalls } from './quicksign/index.ts';
import { realnameCalls } from './realname/index.ts';
import { tendApplications } from './realname/tend-applications.ts';
import { tendCertificates } from './seal/certificate.ts';
import { sealCalls } from './seal/index.ts';
import { ssoCalls } from './sso/index.ts';
import { endLostTickets } from './sync/tickets.ts';
import { homeCalls } from './task/home.ts';
import { taskCalls } from './task/index.ts';
import { runDueTasks } from './task/run-due-tasks.ts';
import { templateCalls } from './template/index.ts';

/** Everything that /ecapi answers. */
export const implementations = [
  ...identityCalls,
  ...certificateCalls,
  ...accountCalls,
  ...companyCalls,
  ...employeeCalls,
  ...configCalls,
  ...sealCalls,
  ...taskCalls,
  ...homeCalls,
  ...platformCalls,
  ...quicksignCalls,
  ...realnameCalls,
  ...noticeCalls,
  ...helpCalls,
  ...ssoCalls,
  ...templateCalls,
  ...simCalls,
  ...internalCalls,
];

/** What is done every minute, in this order: what comes of the first ones goes out with the last. */
const JOBS = [
  runDueTasks,
  tendCertificates,
  rewrapKeys,
  sealPlainNames,
  tendApplications,
  endLostTickets,
  runOutbox,
];

interface Pages {
  pages(request: Request, env: Env, context: ExecutionContext): Promise<Response>;
}

/** Nothing is served in production while a simulator would answer; which setting is lacking is no secret. */
function refuse(sentence: string): Response {
  console.error(sentence);
  return new Response(`${sentence}\n`, {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

type Serve = (request: Request) => Promise<Response>;

/** The Worker's handlers: /ecapi here, every other path by the pages that the caller brings. */
export function createWorker({ pages }: Pages) {
  // One router for each isolate; what differs between requests comes with the request.
  const contexts = new WeakMap<Request, { env: Env; execution: ExecutionContext }>();
  let router: { fetch(request: Request): Response | Promise<Response> } | null = null;
  const serve: Serve = async (request) => {
    router ??= serveCalls(implementations, (r) => {
      const { env, execution } = contexts.get(r)!;
      return makeContext(env, (work) => execution.waitUntil(work), r);
    });
    return router.fetch(request);
  };
  return {
    async fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
      const missing = missingSettings(env);
      if (missing) return refuse(missing);
      const { pathname } = new URL(request.url);
      if (pathname.startsWith(`${PKI_PATH}/`)) {
        const context = await makeContext(env, (work) => execution.waitUntil(work), request);
        return servePki(request, context);
      }
      if (pathname.startsWith(`${HELP_MEDIA_PATH}/`)) {
        const context = await makeContext(env, (work) => execution.waitUntil(work), request);
        return serveHelpMedia(request, context);
      }
      if (pathname !== '/ecapi' && !pathname.startsWith('/ecapi/')) return pages(request, env, execution);
      contexts.set(request, { env, execution });
      return serve(request);
    },
    async scheduled(_event: unknown, env: Env, execution: ExecutionContext): Promise<void> {
      const context = await makeContext(env, (work) => execution.waitUntil(work));
      // One that fails stops none of the others: what it could not do it does the next time.
      for (const job of JOBS)
        await job(context).catch((error: unknown) => console.error('job:', describeError(error)));
    },
    async queue(_batch: unknown, env: Env, execution: ExecutionContext): Promise<void> {
      await runOutbox(await makeContext(env, (work) => execution.waitUntil(work)));
    },
  };
}
