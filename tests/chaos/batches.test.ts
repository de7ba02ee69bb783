import { createClient } from '@libsql/client/http';
import { expect, it } from 'vitest';
import { listBatchRows, readBatch, sendBatch } from '#core/batch/calls.ts';
import { getCredits } from '#core/credit/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { batchOf, persons } from '#tests/fixtures/batches.ts';
import { ADMIN_A, COMPANY_A } from '#tests/fixtures/contracts.ts';
import { killService } from '#tests/fixtures/kill-service.ts';
import { until } from '#tests/fixtures/until.ts';
import { ownProduct } from './own-product.ts';

// The clock strikes by itself, only oftener.
const product = ownProduct('chaos-batch', { jobsEveryMs: 1_000 });

/** As if what the one that was killed had in hand, a slice of rows and the turn to run the jobs, had lapsed by now. */
const lapse = () =>
  createClient({ url: product().libsqlUrl, authToken: product().libsqlToken }).batch([
    "update outbox set due_at = 0 where key like 'batch:%'",
    "update setting set updated_at = 0 where name = 'jobs-turn'",
  ]);

const ROWS = 40;

for (const victim of ['worker', 'libsql'] as const) {
  it(`sends each row of a batch once, and all of them, when ${victim} is killed in the middle`, async () => {
    const admin = await new ApiClient(product().baseUrl).login(ADMIN_A.loginName, DEMO.password);
    await admin.switchTo(COMPANY_A.id);
    const before = await admin.call(getCredits, {});
    const { batchId } = await admin.call(sendBatch, await batchOf(admin, persons(ROWS)));
    const rows = async () => (await admin.call(listBatchRows, { batchId, size: 100 })).records;
    await until(async () =>
      expect((await rows()).filter(({ state }) => state === 'SENT').length).toBeGreaterThan(2),
    );
    const killed = product().services[victim].pid();
    killService(product(), victim);
    await until(() => expect(product().services[victim].pid()).not.toBe(killed));
    await until(lapse);
    // It is back, and ends what was left, without anybody asking for it.
    await until(async () => expect((await admin.call(readBatch, { batchId })).endTime).not.toBeNull());
    expect((await rows()).map(({ state }) => state)).toEqual(Array(ROWS).fill('SENT'));
    expect(new Set((await rows()).map(({ planId: taskId }) => taskId)).size).toBe(ROWS);
    expect((await admin.call(listTasks, { box: 'startWithMe', batchId })).total).toBe(ROWS);
    const after = await admin.call(getCredits, {});
    expect(before.available - after.available).toBe(ROWS);
  });
}
