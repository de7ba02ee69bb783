import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@libsql/client/http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJobs } from '#core/internal/calls.ts';
import { revokeTask } from '#core/task/calls.ts';
import { saveWebhook } from '#core/webhook/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import { ApiClient } from '#tests/client.ts';
import { ADMIN_A, COMPANY_A, sendBetweenCompanies } from '#tests/fixtures/contracts.ts';
import { killService } from '#tests/fixtures/kill-service.ts';
import { proofOf } from '#tests/fixtures/ukeys.ts';
import { until } from '#tests/fixtures/until.ts';
import { builtProduct, seededFolder } from './seeded-folder.ts';

interface Received {
  id: string;
  type: string;
  planId: string;
  seq: number;
}

let dataDir: string;
const received: Received[] = [];
let product: Product;
let secret = '';
const receiver = createServer(async (request, response) => {
  const parts = await request.toArray().catch(() => null);
  // The sender was killed in the middle of it: nothing was taken.
  if (parts === null) return;
  const body = parts.join('');
  const { type, data } = new Webhook(secret).verify(body, request.headers as Record<string, string>) as {
    type: string;
    data: { planId: string; seq: number };
  };
  received.push({ id: String(request.headers['webhook-id']), type, planId: data.planId, seq: data.seq });
  response.writeHead(204).end();
});
beforeAll(async () => {
  process.env.WEBHOOKS_TO_PRIVATE = 'yes';
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  dataDir = await seededFolder('chaos-webhooks');
  // What the one that is killed had in hand is soon due again.
  product = await startProduct({ dataDir, ...builtProduct(), leaseMs: 5_000 });
  const a = await admin();
  ({ secret } = await a.call(saveWebhook, {
    address: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`,
    events: ['task.initiated', 'task.started', 'task.revoked'],
    proof: await proofOf(a),
  }));
});
afterAll(async () => {
  delete process.env.WEBHOOKS_TO_PRIVATE;
  await product.stop();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const admin = async () =>
  (await new ApiClient(product.baseUrl).login(ADMIN_A.loginName, DEMO.password)).switchTo(COMPANY_A.id);
const jobs = () =>
  new ApiClient(product.baseUrl).call(runJobs, {}, { 'x-internal-key': product.internalKey });
const database = () => createClient({ url: product.libsqlUrl, authToken: product.libsqlToken });
/** What the trails say that has to arrive, by task in order. */
const expected = async () => {
  const { rows } = await database().execute(
    "select task_id, seq from trail where event in ('INITIATED', 'STARTED', 'REVOKED') order by task_id, seq",
  );
  return rows.map((row) => `${row[0]} ${row[1]}`);
};

for (const victim of ['worker', 'libsql'] as const)
  it(`each event arrives at least once, in order, under one id, though ${victim} is killed`, async () => {
    const a = await admin();
    const mine = new Set<string>();
    received.splice(0);
    let killed = false;
    const act = async () => {
      // Calls of the moment in which the power goes may fail; what was answered stays.
      while (!killed) {
        const taskId = await sendBetweenCompanies(a).catch(() => null);
        if (taskId === null) continue;
        mine.add(taskId);
        await a.call(revokeTask, { planId: taskId, reason: '订单取消' }).catch(() => null);
      }
    };
    const acting = Promise.all([act(), act()]);
    await until(() => expect(received.length).toBeGreaterThan(3));
    killService(product, victim);
    killed = true;
    await acting;
    const wanted = async () => (await expected()).filter((line) => mine.has(line.split(' ')[0]!));
    await until(async () => {
      // The receiver was well all the time: what waits for another attempt is due.
      await database().execute('update webhook set paused_until = 0');
      await database().execute("update webhook_delivery set next_at = 0 where state = 'PENDING'");
      await database().execute("update outbox set due_at = 0 where key like 'webhook:%'");
      await jobs();
      const arrived = new Set(received.map(({ planId: taskId, seq }) => `${taskId} ${seq}`));
      expect((await wanted()).filter((line) => !arrived.has(line))).toEqual([]);
    });
    expect((await wanted()).length).toBeGreaterThan(4);
    for (const taskId of mine) {
      const own = received.filter((one) => one.planId === taskId);
      const first = own.filter(({ id }, i) => own.findIndex((one) => one.id === id) === i);
      // One id each, however often it came; the first time in the order of the trail.
      expect(new Set(first.map(({ seq }) => seq)).size).toBe(first.length);
      expect(first.map(({ seq }) => seq)).toEqual(first.map(({ seq }) => seq).sort((x, y) => x - y));
    }
  });
