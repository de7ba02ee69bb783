import type { ExecutionContext } from '@cloudflare/workers-types';
import { certificateCalls } from './certificate/index.ts';
import { configCalls } from './config/index.ts';
import type { Env } from './env.ts';
import { serveCalls } from './http/serve-calls.ts';
import { identityCalls } from './identity/index.ts';
import { internalCalls } from './internal/index.ts';
import { simCalls } from './internal/simulators.ts';
import { makeContext } from './make-context.ts';
import { noticeCalls } from './notice/index.ts';
import { runOutbox } from './outbox/run-outbox.ts';
import { quicksignCalls } from './quicksign/index.ts';
import { tendCertificates } from './seal/certificate.ts';
import { sealCalls } from './seal/index.ts';
import { taskCalls } from './task/index.ts';
import { runDueTasks } from './task/run-due-tasks.ts';

/** Everything that /ecapi answers. */
export const implementations = [
  ...identityCalls,
  ...certificateCalls,
  ...configCalls,
  ...sealCalls,
  ...taskCalls,
  ...quicksignCalls,
  ...noticeCalls,
  ...simCalls,
  ...internalCalls,
];

interface Pages {
  pages(request: Request, env: Env, context: ExecutionContext): Promise<Response>;
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
      const { pathname } = new URL(request.url);
      if (pathname !== '/ecapi' && !pathname.startsWith('/ecapi/')) return pages(request, env, execution);
      contexts.set(request, { env, execution });
      return serve(request);
    },
    async scheduled(_event: unknown, env: Env, execution: ExecutionContext): Promise<void> {
      const context = await makeContext(env, (work) => execution.waitUntil(work));
      await runDueTasks(context);
      await tendCertificates(context);
      await runOutbox(context);
    },
    async queue(_batch: unknown, env: Env, execution: ExecutionContext): Promise<void> {
      await runOutbox(await makeContext(env, (work) => execution.waitUntil(work)));
    },
  };
}
