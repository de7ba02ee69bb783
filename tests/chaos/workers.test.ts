/** Several Workers on one database and one file store: the main job, a killed one, a stopped one, and what they cache. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { logout } from '#core/identity/calls.ts';
import { health } from '#core/internal/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import { ApiClient } from '#tests/client.ts';
import { checkSigned } from '#tests/fixtures/check-signed.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  enterpriseSigner,
  sendBetweenCompanies,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { signalGroup } from '#tests/fixtures/kill-service.ts';
import { openReceiver } from '#tests/fixtures/receiver.ts';
import { soakWithFaults } from './fault-soak.ts';
import { builtProduct, seededFolder } from './seeded-folder.ts';

let product: Product;
let collector: Awaited<ReturnType<typeof openReceiver>>;
let dataDir: string;
/** What the supervisor told of the services, in order. */
const told: string[] = [];
beforeAll(async () => {
  dataDir = await seededFolder('chaos-workers');
  collector = await openReceiver();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.origin);
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-collector=a%20key');
  // What one that is killed had in hand is soon due again.
  product = await startProduct({
    dataDir,
    workers: 2,
    leaseMs: 10_000,
    tell: (line) => told.push(line),
    ...builtProduct(),
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await product?.stop();
  collector.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const login = (account: { loginName: string }) =>
  new ApiClient(product.baseUrl).login(account.loginName, DEMO.password);
const member = async (account: { loginName: string }, entId: string) =>
  (await login(account)).switchTo(entId);

/** The isolates that answer, each with the number of calls that it has answered. */
async function isolates(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const headers = { authorization: `Bearer ${product.internalKey}` };
  for (let i = 0; i < 8; i++) {
    const text = await (await fetch(`${product.baseUrl}/metrics`, { headers })).text();
    const [, isolate = '', calls] = /_count\{isolate="([\w-]*)"\} (\d+)/.exec(text) ?? [];
    if (isolate !== '') found.set(isolate, Number(calls));
  }
  return found;
}

const answersWell = async (): Promise<boolean> =>
  new ApiClient(product.baseUrl).call(health, {}).then(
    ({ ok }) => ok,
    () => false,
  );

it('does the main job with both of two Workers: sent, signed, made to last and downloaded', async () => {
  const [a, b] = await Promise.all([member(ADMIN_A, COMPANY_A.id), member(ADMIN_B, COMPANY_B.id)]);
  const tasks = await Promise.all([0, 1, 2].map(() => sendBetweenCompanies(a)));
  await Promise.all(tasks.map((task) => sign(a, task)));
  await Promise.all(tasks.map((task) => sign(b, task)));
  for (const task of tasks) expect(await checkSigned(a, task)).toBe(2);
  const answered = await isolates();
  expect(answered.size).toBe(2);
  for (const calls of answered.values()) expect(calls).toBeGreaterThan(5);
});

it('answers while a killed Worker is not back, loses no acknowledged act and does none twice', async () => {
  const [a, b] = await Promise.all([member(ADMIN_A, COMPANY_A.id), member(ADMIN_B, COMPANY_B.id)]);
  const tasks: string[] = [];
  for (let i = 0; i < 6; i++) tasks.push(await sendBetweenCompanies(a));
  const attempts = tasks.map((task) =>
    sign(b, task).then(
      () => true,
      () => false,
    ),
  );
  // In the middle: one is acknowledged, the others are under way.
  await Promise.any(attempts.map(async (one) => ((await one) ? true : Promise.reject(new Error('not yet')))));
  signalGroup(product.workers[1]!.pid()!);
  // On any machine a Worker takes longer to start than the other one to answer.
  const before = told.length;
  expect(await answersWell()).toBe(true);
  expect(told.slice(before).filter((line) => line.endsWith(' is back'))).toEqual([]);
  const acknowledged = await Promise.all(attempts);
  for (const [i, task] of tasks.entries()) {
    const signed = await checkSigned(a, task);
    if (acknowledged[i]) expect(signed).toBe(1);
    if (signed === 0) await sign(b, task);
    await sign(a, task);
    expect(await checkSigned(a, task)).toBe(2);
  }
  await expect.poll(() => product.workers[1]!.restarts()).toBe(1);
  // The one that is back answers again; a call that it answered makes it known.
  const both = async () => {
    await answersWell();
    return (await isolates()).size;
  };
  await expect.poll(both).toBe(2);
});

it('answers while a Worker is stopped, and asks it again when it goes on', async () => {
  const stopped = product.workers[0]!.pid()!;
  signalGroup(stopped, 'SIGSTOP');
  try {
    for (let i = 0; i < 6; i++) expect(await answersWell()).toBe(true);
  } finally {
    signalGroup(stopped, 'SIGCONT');
  }
  await expect.poll(async () => (await isolates()).size).toBe(2);
});

it('ends a session in every Worker at once', async () => {
  for (let turn = 0; turn < 3; turn++) {
    const client = await login(ADMIN_A);
    for (let i = 0; i < 6; i++) await client.call(listTasks, { box: 'pending' });
    await client.call(logout, {});
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push((await client.envelope(listTasks, { box: 'pending' })).code);
    expect(answers).not.toContain(200);
  }
});

it('keeps every acknowledged act while parts are killed, stopped, cut off; nothing is stuck', async () => {
  const tell = (line: string) => console.log(line);
  const report = await soakWithFaults(product, { seed: 'workers', faults: 4, clients: 2, tell });
  expect(report.problems).toEqual([]);
  expect(report.faults).toHaveLength(4);
  expect(report.signatures).toBeGreaterThan(report.tasks);
});

it('keeps every acknowledged act through thirty kill -9 under load, and answers after each', async () => {
  const tell = (line: string) => console.log(line);
  const kinds = ['kill'] as const;
  const report = await soakWithFaults(product, { seed: 'thirty', faults: 30, clients: 2, kinds, tell });
  expect(report.problems).toEqual([]);
  expect(report.faults).toHaveLength(30);
  for (const { what } of report.faults) expect(what).toMatch(/^kill /);
  const times = report.faults.map(({ answeredAfterMs }) => answeredAfterMs).sort((a, b) => a - b);
  tell(`answered after: median ${times[15]} ms, longest ${times.at(-1)} ms`);
});

type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
};
type Sent = { resourceSpans: { resource: unknown; scopeSpans: { spans: SentSpan[] }[] }[] };
const spansOf = (traceId: string): SentSpan[] =>
  collector.received
    .flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .filter((span) => span.traceId === traceId);

it('sends the spans of a call, its database and effects to the collector, in one trace', async () => {
  const a = await member(ADMIN_A, COMPANY_A.id);
  const traceId = crypto.randomUUID().replaceAll('-', '');
  const parent = '00f067aa0ba902b7';
  const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
  await a.call(sendTask, plan, {
    traceparent: `00-${traceId}-${parent}-01`,
    'x-request-id': `request-${traceId}`,
  });
  const named = (name: string) => spansOf(traceId).filter((span) => span.name === name);
  await expect.poll(() => named('outbox').length).toBe(1);
  const [call] = named(sendTask.id);
  expect(call).toMatchObject({ parentSpanId: parent, kind: 2 });
  const said = Object.fromEntries(
    call!.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
  expect(said).toEqual({
    'signet.call': sendTask.id,
    'signet.request_id': `request-${traceId}`.slice(0, 64),
    'http.request.method': 'POST',
    'http.response.status_code': '200',
  });
  const exchanges = named('database');
  expect(exchanges.filter(({ parentSpanId }) => parentSpanId === call!.spanId).length).toBeGreaterThan(1);
  for (const { attributes } of exchanges)
    expect(Number(attributes.find(({ key }) => key === 'signet.statements')?.value.intValue)).toBeGreaterThan(
      0,
    );
  const effects = spansOf(traceId).filter(({ name }) => name.startsWith('effect '));
  expect(effects.length).toBeGreaterThan(0);
  for (const { parentSpanId } of effects) expect(parentSpanId).toBe(named('outbox')[0]!.spanId);
  for (const { startTimeUnixNano, endTimeUnixNano } of spansOf(traceId))
    expect(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)).toBeLessThan(60_000_000_000n);
  const [first] = collector.received;
  expect(first).toMatchObject({ path: '/v1/traces', headers: { 'x-collector': 'a key' } });
  // Neither what was sent nor who sent it, nor any statement or address with parameters.
  const all = collector.received.map(({ body }) => body).join('\n');
  for (const secret of [
    plan.taskName,
    ADMIN_B.mobile,
    ADMIN_B.realName,
    a.session!.accessToken,
    'select ',
    'http://',
  ])
    expect(all.toLowerCase()).not.toContain(secret.toLowerCase());
});

it('records nothing for a caller that does not', async () => {
  const a = await member(ADMIN_A, COMPANY_A.id);
  const [silent, loud] = [0, 1].map(() => crypto.randomUUID().replaceAll('-', ''));
  const traced = (traceId: string, flags: string) =>
    a.call(listTasks, { box: 'pending' }, { traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` });
  await traced(silent!, '00');
  await traced(loud!, '01');
  await expect.poll(() => spansOf(loud!).length).toBeGreaterThan(0);
  expect(spansOf(silent!)).toEqual([]);
});
