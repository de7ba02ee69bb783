/** The main job under load while parts of the product are killed, stopped and cut off, and what must hold at the end. */
import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { ERROR_CODES } from '#core/errors.ts';
import { health } from '#core/internal/calls.ts';
import { downloadDocument, getTask, getTrail } from '#core/task/calls.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { Product } from '#scripts/product/start-product.ts';
import type { Service } from '#scripts/product/supervise.ts';
import { ApiClient, CallFailed } from '#tests/client.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  sendBetweenCompanies,
  sign,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { signalGroup } from '#tests/fixtures/kill-service.ts';
import { randomOf } from '#tests/fuzz/random.ts';

export type FaultReport = {
  /** What was done, in order, each with the time until a call was answered. */
  faults: { what: string; answeredAfterMs: number }[];
  /** Tasks that were sent, and how many signatures in them were acknowledged. */
  tasks: number;
  signatures: number;
  /** What did not hold, as sentences. */
  problems: string[];
};

/** `kill`: every process of a service at once. `cut`: only the server below it, so that its connections break. */
const KINDS = ['kill', 'stop', 'cut'] as const;

type Options = {
  seed: string;
  faults: number;
  clients: number;
  /** All of them, if it is not given. */
  kinds?: readonly (typeof KINDS)[number][];
  tell: (line: string) => void;
};

const STOP_MS = 1_500;
const WITHIN_MS = 60_000;
/** What a Worker that is gone had begun, an effect or a try of a password, is taken from it after a minute at most. */
const LEASE_MS = 60_000;

/**
 * Each act is repeated until it is acknowledged, as a person or program does; what was acknowledged is noted. While faults
 * follow each other, an act that takes longer than the pause between them may fail any number of times, so that its
 * patience is counted from the last fault; who acts has logged in before the first.
 */
export async function soakWithFaults(product: Product, options: Options): Promise<FaultReport> {
  const { seed, faults, clients, kinds = KINDS, tell } = options;
  const random = randomOf(seed);
  const report: FaultReport = { faults: [], tasks: 0, signatures: 0, problems: [] };
  const signed = new Map<string, number>();
  let overAt = Number.POSITIVE_INFINITY;
  const until = () => overAt + LEASE_MS + WITHIN_MS;
  // A call during a fault waits, or says that it may be made again: it never fails as if the product had a fault.
  const act = <T>(work: () => Promise<T>) =>
    untilDone(
      () =>
        work().catch((error: unknown) => {
          if (error instanceof CallFailed && error.envelope.code === ERROR_CODES.INTERNAL)
            report.problems.push(`${error}`);
          throw error;
        }),
      until,
    );
  const pairs = await Promise.all(
    Array.from({ length: clients }, () =>
      Promise.all([member(product, ADMIN_A, COMPANY_A.id), member(product, ADMIN_B, COMPANY_B.id)]),
    ),
  );
  const load = pairs.map(async ([a, b]) => {
    while (Date.now() < overAt) {
      const taskId = await act(() => sendBetweenCompanies(a));
      signed.set(taskId, 0);
      await act(signOnce(a, COMPANY_A.name, taskId));
      signed.set(taskId, 1);
      await act(signOnce(b, COMPANY_B.name, taskId));
      signed.set(taskId, 2);
    }
  });
  const services: readonly Service[] = [product.services.libsql, product.services.sync, ...product.workers];
  for (let i = 0; i < faults; i++) {
    await wait(random.below(400));
    const service = random.pick(services);
    const kind = random.pick(kinds);
    const what = `${kind} ${service.name}`;
    await strike(service, kind);
    const answeredAfterMs = await untilAnswered(product);
    report.faults.push({ what, answeredAfterMs });
    tell(`${i + 1} of ${faults}: ${what}, answered after ${answeredAfterMs} ms`);
  }
  overAt = Date.now();
  await Promise.all(load);
  const reader = await member(product, ADMIN_A, COMPANY_A.id);
  for (const [taskId, count] of signed) report.problems.push(...(await problemsOf(reader, taskId, count)));
  report.problems.push(...(await leftOver(product)));
  report.tasks = signed.size;
  report.signatures = [...signed.values()].reduce((sum, count) => sum + count, 0);
  return report;
}

const member = (product: Product, account: { loginName: string }, entId: string): Promise<ApiClient> =>
  untilDone(async () =>
    (await new ApiClient(product.baseUrl).login(account.loginName, DEMO.password)).switchTo(entId),
  );

async function hasSigned(client: ApiClient, entName: string, taskId: string): Promise<boolean> {
  const { signerList } = await client.call(getTask, { planId: taskId });
  return signerList.some((signer) => signer.status === 'SIGNED' && signer.entName === entName);
}

const inAMinute = () => {
  const until = Date.now() + WITHIN_MS;
  return () => until;
};

/** Repeats `work` until it succeeds; after `until` a failure stands. */
async function untilDone<T>(work: () => Promise<T>, until = inAMinute()): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until()) throw error;
      await wait(100);
    }
  }
}

/** Signs, once: what succeeded without an answer is found by looking. */
function signOnce(client: ApiClient, entName: string, taskId: string): () => Promise<void> {
  const requestId = crypto.randomUUID();
  return async () => {
    if (!(await hasSigned(client, entName, taskId))) await sign(client, taskId, requestId);
  };
}

async function strike(service: Service, kind: (typeof KINDS)[number]): Promise<void> {
  const group = service.pid();
  if (group === undefined) return;
  if (kind === 'kill') signalGroup(group);
  else if (kind === 'cut') for (const pid of serversOf(group)) process.kill(pid, 'SIGKILL');
  else {
    signalGroup(group, 'SIGSTOP');
    await wait(STOP_MS);
    signalGroup(group, 'SIGCONT');
  }
}

/** Processes of a group but its leader, which supervises them. */
function serversOf(group: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,pgid='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([pid, own]) => own === group && pid !== group)
    .map(([pid]) => pid!);
}

async function untilAnswered(product: Product): Promise<number> {
  const began = performance.now();
  await untilDone(() => new ApiClient(product.baseUrl).call(health, {}));
  return Math.round(performance.now() - began);
}

/** State, trail and file of a task must say the same, and hold what was acknowledged, once. */
async function problemsOf(reader: ApiClient, taskId: string, acknowledged: number): Promise<string[]> {
  const problems: string[] = [];
  const must = (holds: boolean, sentence: string) => {
    if (!holds) problems.push(`task ${taskId}: ${sentence}`);
  };
  if (acknowledged === 2) must(await isPreserved(reader, taskId), 'was not made to last');
  const task = await reader.call(getTask, { planId: taskId });
  const { entries } = await reader.call(getTrail, { planId: taskId });
  const count = task.signerList.filter(({ status }) => status === 'SIGNED').length;
  must(count >= acknowledged, `${acknowledged} signatures were acknowledged, ${count} are there`);
  must(
    entries.filter(({ event }) => event === 'SIGNED').length === count,
    'its trail counts other signatures',
  );
  must((await firstBrokenLink(entries)) === null, 'its trail is broken');
  must(task.documents[0]!.revision === (count === 2 ? 3 : count), 'has a revision too many or too few');
  const { bytes } = await reader.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  const { signatures, valid, clean } = judge(bytes);
  must(
    signatures === count && valid === count && clean,
    `its file has ${valid} valid of ${signatures} signatures`,
  );
  return problems;
}

async function isPreserved(reader: ApiClient, taskId: string): Promise<boolean> {
  for (const until = Date.now() + LEASE_MS + WITHIN_MS; Date.now() < until; await wait(100)) {
    const { entries } = await reader.call(getTrail, { planId: taskId });
    if (entries.some(({ event }) => event === 'PRESERVED')) return true;
  }
  return false;
}

/** Effects that are stuck: claimed by a Worker that is gone they are due again after their lease. */
async function leftOver(product: Product): Promise<string[]> {
  const headers = { authorization: `Bearer ${product.internalKey}` };
  for (const until = Date.now() + LEASE_MS + WITHIN_MS; ; await wait(500)) {
    const text = await (await fetch(`${product.baseUrl}/metrics`, { headers })).text();
    const left = Number(/^signet_outbox_due (\d+)$/m.exec(text)?.[1]);
    if (left === 0) return [];
    if (Date.now() > until) return [`${left} effects are stuck`];
  }
}
