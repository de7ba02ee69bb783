import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { getTask, revokeTask } from '#core/task/calls.ts';
import { task } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { COMPANY_A, COMPANY_B, sendDemoTask, sign } from '#tests/fixtures/contracts.ts';
import { sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { database } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { product } from '#tests/product.ts';

it('[4.1a] is not started before its start, then in progress, ended when signed, or revoked', async () => {
  const as = async (loginName: string, entId: string) =>
    (await new ApiClient(product().baseUrl).login(loginName, DEMO.password)).switchTo(entId);
  const [a, b] = await Promise.all([as('jia', COMPANY_A.id), as('yi', COMPANY_B.id)]);
  const name = `定时${crypto.randomUUID().slice(0, 8)}`;
  const startTime = Date.now() + 86_400_000;
  const { planId: taskId } = await sendDemoTask(a, {
    name,
    parties: ['yi', 'jia'],
    ordered: true,
    startTime,
  });
  const status = async () => (await a.call(getTask, { planId: taskId })).status;
  const told = async () => (await sentNotices(b, { keyword: name, normalMessageCategory: 'contract' })).total;
  await runJobs();
  expect([await status(), await told()]).toEqual(['NOT_STARTED', 0]);
  await expect(sign(b, taskId)).rejects.toThrow();

  await database()
    .update(task)
    .set({ startAt: Date.now() - 1 })
    .where(eq(task.id, taskId));
  await runJobs();
  expect(await status()).toBe('IN_PROGRESS');
  await expect.poll(told).toBe(1);
  const { signerList } = await a.call(getTask, { planId: taskId });
  expect(signerList.map((signer) => signer.status)).toEqual(['SIGNING', 'UNSIGNED']);
  // the jobs find nothing more to begin
  await runJobs();
  expect((await trailEntries(a, taskId)).map(({ event }) => event)).toEqual(['INITIATED', 'STARTED']);
  await sign(b, taskId);
  await sign(a, taskId);
  expect(await status()).toBe('ENDED');

  const later = await sendDemoTask(a, { name: `${name} 二`, parties: ['yi'], startTime });
  await a.call(revokeTask, { planId: later.planId, reason: '改期' }, { 'X-Request-Id': crypto.randomUUID() });
  await runJobs();
  expect((await a.call(getTask, { planId: later.planId })).status).toBe('REVOKED');
});
