import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { downloadDocument, getPlan, getTrail } from '#core/task/calls.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { ADMIN_A, ADMIN_B, COMPANY_A, COMPANY_B, sendBetweenCompanies, sign } from '#tests/fixtures/plans.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { type Product, startProduct } from '../../scripts/product/start-product.ts';

let product: Product;
const dataDir = mkdtempSync(join(tmpdir(), 'signet-chaos-sign-'));
/** A build at hand saves making one. */
const built = process.env.SIGNET_BUILT ? { build: process.env.SIGNET_BUILT } : {};
beforeAll(async () => {
  product = await startProduct({ dataDir, ...built });
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const TASKS = 6;

/** Ends every process of a service at once, as a power cut does. */
function kill(name: 'libsql' | 'sync' | 'worker'): void {
  const group = product.services[name].pid()!;
  const lines = execFileSync('ps', ['-eo', 'pid=,pgid='], { encoding: 'utf8' }).trim().split('\n');
  for (const line of lines) {
    const [pid, pgid] = line.trim().split(/\s+/).map(Number);
    if (pgid === group) process.kill(pid!, 'SIGKILL');
  }
}

async function member(account: { loginName: string }, entId: string): Promise<ApiClient> {
  return (await new ApiClient(product.baseUrl).login(account.loginName, DEMO.password)).switchTo(entId);
}

/** What every task must hold, whatever was killed: its state, its trail and its file say the same. */
async function checkTask(a: ApiClient, planId: string): Promise<number> {
  if ((await a.call(getPlan, { planId })).endReason === 'COMPLETED') await untilPreserved(a, planId);
  const task = await a.call(getPlan, { planId });
  const signed = task.signerList.filter((s) => s.status === 'SIGNED').length;
  expect(task.status).toBe(signed === 2 ? 'ENDED' : 'IN_PROGRESS');
  expect(task.signed).toBe(signed);
  // When all have signed, one more revision makes the signatures last.
  expect(task.documents[0]!.revision).toBe(signed === 2 ? 3 : signed);
  const { entries } = await a.call(getTrail, { planId });
  expect(await firstBrokenLink(entries)).toBeNull();
  expect(entries.filter((e) => e.event === 'SIGNED')).toHaveLength(signed);
  const { bytes } = await a.download(downloadDocument, { planId, fileIndex: 0 });
  expect(judge(bytes)).toMatchObject({ signatures: signed, valid: signed, clean: true });
  return signed;
}

for (const victim of ['worker', 'libsql', 'sync'] as const) {
  it(`keeps every acknowledged signature, and no half one, when ${victim} is killed in the middle of signing`, async () => {
    const [a, b] = await Promise.all([member(ADMIN_A, COMPANY_A.id), member(ADMIN_B, COMPANY_B.id)]);
    const tasks: string[] = [];
    for (let i = 0; i < TASKS; i++) tasks.push(await sendBetweenCompanies(a));
    let first: () => void;
    const oneDone = new Promise<void>((resolve) => {
      first = resolve;
    });
    const attempts = tasks.map((planId) =>
      sign(b, planId).then(
        () => {
          first();
          return true;
        },
        () => false,
      ),
    );
    // In the middle: one is acknowledged, the others are under way.
    await oneDone;
    kill(victim);
    const acknowledged = await Promise.all(attempts);
    await vi.waitFor(async () => expect(await isWell()).toBe(true), { timeout: 45_000, interval: 100 });
    for (const [i, planId] of tasks.entries()) {
      const signed = await checkTask(a, planId);
      if (acknowledged[i]) expect(signed).toBe(1);
      // What was not acknowledged may be signed or not; if not, it can be signed now.
      if (signed === 0) await sign(b, planId);
      expect(await checkTask(a, planId)).toBe(1);
    }
    expect((await sign(a, tasks[0]!)).endReason).toBe('COMPLETED');
    expect(await checkTask(a, tasks[0]!)).toBe(2);
  });
}

async function isWell(): Promise<boolean> {
  const answer = await fetch(`${product.baseUrl}/ecapi/health`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => null,
  );
  if (!answer) return false;
  return ((await answer.json()) as { code?: number }).code === 200;
}
