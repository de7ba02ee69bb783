/** How often calls ask the database before their answer, counted by the spans of a product with one Worker. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Call, InputOf } from '#core/call.ts';
import { requestToken } from '#core/identity/calls.ts';
import { health } from '#core/internal/calls.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { downloadDocument, getTask, getTrail, sendTask, signTask } from '#core/task/calls.ts';
import { countTasks, listTasks } from '#core/task/list-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  enterpriseSigner,
  fillingsFor,
  INDIVIDUAL,
  personSigner,
  seenIn,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { openReceiver } from '#tests/fixtures/receiver.ts';
import { builtProduct, seededFolder } from './seeded-folder.ts';

let product: Product;
let collector: Awaited<ReturnType<typeof openReceiver>>;
let dataDir: string;
beforeAll(async () => {
  dataDir = await seededFolder('chaos-exchanges');
  collector = await openReceiver();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.origin);
  product = await startProduct({ dataDir, ...builtProduct() });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await product?.stop();
  collector.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
};
type Sent = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
const spansOf = (traceId: string): SentSpan[] =>
  collector.received
    .flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .filter((span) => span.traceId === traceId);

/** The exchanges with the database of one call before its answer. */
async function exchangesOf<C extends Call>(client: ApiClient, call: C, input: InputOf<C>): Promise<number> {
  const traceId = crypto.randomUUID().replaceAll('-', '');
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  // With an id as every page sends it, so that repeating has one effect.
  const headers = { traceparent, 'X-Request-Id': crypto.randomUUID() };
  const response = await client.send(call, input as Record<string, unknown>, headers);
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) expect(await response.json()).toMatchObject({ code: 200 });
  else await response.arrayBuffer();
  expect(response.status).toBe(200);
  const root = () => spansOf(traceId).find(({ name }) => name === call.id);
  await expect.poll(root).toBeDefined();
  const { spanId, endTimeUnixNano } = root()!;
  return spansOf(traceId).filter(
    (span) =>
      span.name === 'database' &&
      span.parentSpanId === spanId &&
      BigInt(span.startTimeUnixNano) <= BigInt(endTimeUnixNano),
  ).length;
}

const member = async (account: { loginName: string }, entId: string) =>
  (await new ApiClient(product.baseUrl).login(account.loginName, DEMO.password)).switchTo(entId);

const signing = async (client: ApiClient, taskId: string): Promise<InputOf<typeof signTask>> => ({
  planId: taskId,
  seen: await seenIn(client, taskId),
  consent: { method: 'PASSWORD' as const, password: await client.seal(DEMO.signPassword) },
  fillings: await fillingsFor(client, taskId),
});

/** A call that makes the isolate know the session, which it asks for again after 3 s. */
const known = (client: ApiClient) => client.call(listTasks, { box: 'pending' });

it('asks at most twice for what people wait for, and at most four times to send or sign', async () => {
  const [a, b] = [await member(ADMIN_A, COMPANY_A.id), await member(ADMIN_B, COMPANY_B.id)];
  const person = await new ApiClient(product.baseUrl).login(INDIVIDUAL.loginName, DEMO.password);
  const planOf = () =>
    taskToSend(a, [
      enterpriseSigner(COMPANY_A, ADMIN_A, 1),
      enterpriseSigner(COMPANY_B, ADMIN_B, 2),
      personSigner(INDIVIDUAL, 3),
    ]);
  // Authorities, certificates and fonts are made and read once.
  const { planId: first } = await a.call(sendTask, await planOf());
  for (const client of [a, b, person]) await client.call(signTask, await signing(client, first));

  const counted: Record<string, number> = {};
  const plan = await planOf();
  await known(a);
  counted.send = await exchangesOf(a, sendTask, plan);
  const taskId = (await known(a)).records[0]!.planId;
  expect(taskId).not.toBe(first);
  for (const [name, client] of [
    ['sign', a],
    ['sign as the next', b],
    ['sign as the last, a person', person],
  ] as const) {
    const input = await signing(client, taskId);
    await known(client);
    counted[name] = await exchangesOf(client, signTask, input);
  }
  await known(a);
  counted.list = await exchangesOf(a, listTasks, { box: 'startWithMe' });
  counted.task = await exchangesOf(a, getTask, { planId: taskId });
  counted.trail = await exchangesOf(a, getTrail, { planId: taskId });
  counted.home = await exchangesOf(a, countTasks, {});
  counted.seals = await exchangesOf(a, listUsableSeals, {});
  counted.view = await exchangesOf(a, downloadDocument, { planId: taskId, fileIndex: 0, purpose: 'view' });
  counted.download = await exchangesOf(a, downloadDocument, { planId: taskId, fileIndex: 0 });
  counted.health = await exchangesOf(a, health, {});
  counted.refresh = await exchangesOf(a, requestToken, {
    grant_type: 'refresh_token',
    refresh_token: a.session!.refreshToken,
  });
  console.error(JSON.stringify(counted));
  for (const [name, count] of Object.entries(counted))
    expect(count, name).toBeLessThanOrEqual(/^s(end|ign)/.test(name) ? 4 : 2);
});
