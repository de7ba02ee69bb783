import type { ExecutionContext } from '@cloudflare/workers-types';
import { refusedSettings } from '#core/config/production-settings.ts';
import { HELP_MEDIA_PATH } from '#core/help/calls.ts';
import { accountCalls } from '#edge/account/index.ts';
import { certificateCalls } from '#edge/certificate/index.ts';
import { tendCertificates } from '#edge/certificate/seal-certificate.ts';
import { companyCalls } from '#edge/company/index.ts';
import { configCalls } from '#edge/config/index.ts';
import { checkLedger } from '#edge/copies/check-ledger.ts';
import { expireCopies } from '#edge/copies/expire-copies.ts';
import { copiesCalls } from '#edge/copies/index.ts';
import { employeeCalls } from '#edge/employee/index.ts';
import { helpCalls } from '#edge/help/index.ts';
import { serveHelpMedia } from '#edge/help/serve-media.ts';
import { identityCalls } from '#edge/identity/index.ts';
import { refusedDatabase } from '#edge/internal/demo-accounts.ts';
import { internalCalls } from '#edge/internal/index.ts';
import { rewrapKeys } from '#edge/internal/rewrap-keys.ts';
import { simCalls } from '#edge/internal/simulators.ts';
import { describeError } from '#edge/kernel/describe-error.ts';
import type { Env } from '#edge/kernel/env.ts';
import { enter } from '#edge/kernel/http/enter.ts';
import { serveCalls } from '#edge/kernel/http/serve-calls.ts';
import { makeContext } from '#edge/kernel/make-context.ts';
import { runOutbox } from '#edge/kernel/outbox/run-outbox.ts';
import { forwardToSync } from '#edge/kernel/sync/forward-to-sync.ts';
import { noticeCalls } from '#edge/notice/index.ts';
import { PKI_PATH } from '#edge/pki/addresses.ts';
import { servePki } from '#edge/pki/serve-pki.ts';
import { platformCalls } from '#edge/platform/index.ts';
import { quicksignCalls } from '#edge/quicksign/index.ts';
import { signableGroup } from '#edge/quicksign/sign-with-ukey.ts';
import { realnameCalls } from '#edge/realname/index.ts';
import { sealPlainNames } from '#edge/realname/seal-plain-names.ts';
import { tendApplications } from '#edge/realname/tend-applications.ts';
import { sealCalls } from '#edge/seal/index.ts';
import { signingCalls } from '#edge/signing/index.ts';
import { ssoCalls } from '#edge/sso/index.ts';
import { endLostTickets } from '#edge/sync/tickets.ts';
import { homeCalls } from '#edge/task/home.ts';
import { taskCalls } from '#edge/task/index.ts';
import { runDueTasks } from '#edge/task/run-due-tasks.ts';
import { signableTask } from '#edge/task/sign-with-ukey.ts';
import { templateCalls } from '#edge/template/index.ts';

/** Everything that /ecapi answers. */
export const implementations = [
  ...identityCalls,
  ...certificateCalls,
  ...accountCalls,
  ...companyCalls,
  ...copiesCalls,
  ...employeeCalls,
  ...configCalls,
  ...sealCalls,
  ...signingCalls([signableTask, signableGroup]),
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
  expireCopies,
  checkLedger,
  runOutbox,
];

interface Pages {
  pages(request: Request, env: Env, context: ExecutionContext): Promise<Response>;
}

/** Why nothing may be served, in one sentence: a mode that is none, a setting or a secret that production lacks, demo data. */
const refusal = async (env: Env): Promise<string | null> =>
  refusedSettings(env) ?? (await refusedDatabase(env));

async function isRefused(env: Env): Promise<boolean> {
  const refused = await refusal(env);
  if (refused) console.error(refused);
  return refused !== null;
}

/** Which setting is lacking is no secret. */
function refuse(sentence: string): Response {
  console.error(sentence);
  return new Response(`${sentence}\n`, {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/** The Worker's handlers: /ecapi and /sync here, every other path by the pages that the caller brings. */
export function createWorker({ pages }: Pages) {
  // One router for each isolate, made with its first request.
  let router: ReturnType<typeof serveCalls> | null = null;
  return {
    async fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
      const refused = await refusal(env);
      if (refused) return refuse(refused);
      const entered = enter(request, env);
      if (entered instanceof Response) return entered;
      const socket = await forwardToSync(entered, env);
      if (socket) return socket;
      return route(entered, env, execution);
    },
    async scheduled(_event: unknown, env: Env, execution: ExecutionContext): Promise<void> {
      if (await isRefused(env)) return;
      const context = await makeContext(env, (work) => execution.waitUntil(work));
      // One that fails stops none of the others: what it could not do it does the next time.
      for (const job of JOBS)
        await job(context).catch((error: unknown) => console.error('job:', describeError(error)));
    },
    async queue(_batch: unknown, env: Env, execution: ExecutionContext): Promise<void> {
      if (await isRefused(env)) return;
      await runOutbox(await makeContext(env, (work) => execution.waitUntil(work)));
    },
  };

  async function route(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
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
    router ??= serveCalls(implementations);
    return router.fetch(request, env, execution);
  }
}
