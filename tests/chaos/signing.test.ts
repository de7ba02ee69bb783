import { expect, it } from 'vitest';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { checkSigned } from '#tests/fixtures/check-signed.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  sendBetweenCompanies,
  sign,
} from '#tests/fixtures/contracts.ts';
import { killService } from '#tests/fixtures/kill-service.ts';
import { until } from '#tests/fixtures/until.ts';
import { ownProduct } from './own-product.ts';

const product = ownProduct('chaos-sign');

const TASKS = 6;

async function member(account: { loginName: string }, entId: string): Promise<ApiClient> {
  return (await new ApiClient(product().baseUrl).login(account.loginName, DEMO.password)).switchTo(entId);
}

for (const victim of ['worker', 'libsql', 'sync'] as const) {
  it(`keeps every acknowledged signature, and no half one, when ${victim} is killed while signing`, async () => {
    const [a, b] = await Promise.all([member(ADMIN_A, COMPANY_A.id), member(ADMIN_B, COMPANY_B.id)]);
    const tasks: string[] = [];
    for (let i = 0; i < TASKS; i++) tasks.push(await sendBetweenCompanies(a));
    let first: () => void;
    const oneDone = new Promise<void>((resolve) => {
      first = resolve;
    });
    const attempts = tasks.map((taskId) =>
      sign(b, taskId).then(
        () => {
          first();
          return true;
        },
        () => false,
      ),
    );
    // In the middle: one is acknowledged, the others are under way.
    await oneDone;
    killService(product(), victim);
    const acknowledged = await Promise.all(attempts);
    await until(async () => expect(await isWell()).toBe(true));
    for (const [i, taskId] of tasks.entries()) {
      const signed = await checkSigned(a, taskId);
      if (acknowledged[i]) expect(signed).toBe(1);
      // What was not acknowledged may be signed or not; if not, it can be signed now.
      if (signed === 0) await sign(b, taskId);
      expect(await checkSigned(a, taskId)).toBe(1);
    }
    expect((await sign(a, tasks[0]!)).endReason).toBe('COMPLETED');
    expect(await checkSigned(a, tasks[0]!)).toBe(2);
  });
}

async function isWell(): Promise<boolean> {
  const answer = await fetch(`${product().baseUrl}/ecapi/health`, {
    signal: AbortSignal.timeout(2_000),
  }).catch(() => null);
  if (!answer) return false;
  return ((await answer.json()) as { code?: number }).code === 200;
}
