import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJobs } from '#core/internal/calls.ts';
import { readNoteKey, writeNoteKey } from '#core/log/signed-note.ts';
import { downloadEvidence } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { buildProduct } from '#scripts/product/build-product.ts';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  sendBetweenCompanies,
  sign,
} from '#tests/fixtures/contracts.ts';
import { followVerifyPage, unpack } from '#tests/fixtures/evidence-bundle.ts';
import { killService } from '#tests/fixtures/kill-service.ts';
import { until } from '#tests/fixtures/until.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { startWitness } from '#tests/fixtures/witness.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'signet-chaos-log-'));
const state = join(dataDir, 'audit.json');
let product: Product;
let witness: Awaited<ReturnType<typeof startWitness>>;
beforeAll(async () => {
  witness = await startWitness();
  await once(way.listen(0, '127.0.0.1'), 'listening');
  process.env.LOG_WITNESSES = `${witness.key} ${witness.url}`;
  product = await startProduct({ dataDir, build: process.env.SIGNET_BUILT ?? (await buildProduct()) });
  witness.follow(await (await fetch(`${product.baseUrl}/log/key`)).text());
  // A build on a busy machine takes minutes.
});
afterAll(async () => {
  delete process.env.LOG_WITNESSES;
  await product.stop();
  witness.close();
  way.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const member = async (who: { loginName: string }, entId: string) =>
  (await new ApiClient(product.baseUrl).login(who.loginName, DEMO.password)).switchTo(entId);
const jobs = () =>
  new ApiClient(product.baseUrl).call(runJobs, {}, { 'x-internal-key': product.internalKey });
const database = () => createClient({ url: product.libsqlUrl, authToken: product.libsqlToken });
const counted = async (sql: string) => Number((await database().execute(sql)).rows[0]![0]);

/** Files of the log that are served otherwise than they are; null: missing. */
const replaced = new Map<string, Uint8Array | null>();
const asked = new Set<string>();
/** What the log serves, with the replaced files. */
const way = createServer(async (request, response) => {
  const path = request.url!.slice('/log/'.length);
  asked.add(path);
  const answer = await fetch(`${product.baseUrl}${request.url}`);
  const bytes = replaced.has(path) ? replaced.get(path)! : new Uint8Array(await answer.arrayBuffer());
  response.writeHead(bytes ? answer.status : 404).end(bytes ?? undefined);
});

/** `npm run log:audit` beside the product, as somebody else runs it. */
const audit = (...more: string[]) =>
  new Promise<{
    status: number;
    said: { size: number; holds: boolean; findings: { problem: string; at: string }[] };
  }>((resolve) => {
    const script = [
      'scripts/run.mjs',
      'scripts/log-audit.ts',
      `http://127.0.0.1:${(way.address() as AddressInfo).port}/log`,
    ];
    execFile(
      process.execPath,
      [...script, '--state', state, '--json', '--witness', witness.key, ...more],
      (error, stdout) => resolve({ status: Number(error?.code ?? 0), said: JSON.parse(stdout || 'null') }),
    );
  });

for (const victim of ['worker', 'libsql'] as const)
  it(`the log has each line once and goes on where it was when ${victim} is killed while it grows`, async () => {
    const a = await member(ADMIN_A, COMPANY_A.id);
    let killed = false;
    const grow = async () => {
      // Calls of the moment in which the power goes may fail; what was answered stays.
      while (!killed) await Promise.allSettled([sendBetweenCompanies(a), jobs()]);
    };
    const signed = () => counted('select count(*) from log_checkpoint');
    const before = await signed();
    const growing = Promise.all([grow(), grow()]);
    await until(async () => expect(await signed()).toBeGreaterThan(before + 1));
    killService(product, victim);
    killed = true;
    await growing;
    await until(async () => {
      await jobs();
      expect(await counted('select count(*) from log_leaf where position is null')).toBe(0);
      expect((await audit()).status).toBe(0);
    });
    const lines = await counted('select count(*) from trail');
    const { said } = await audit('--all');
    expect(said).toMatchObject({ holds: true, findings: [] });
    expect(said.size).toBe(await counted('select count(*) from log_leaf'));
    expect(said.size).toBe(lines);
  });

it('the witness cosigned trees that continue each other, which openssl verifies of a bundle', async () => {
  expect(witness.answers.filter((status) => status === 200).length).toBeGreaterThan(2);
  expect(witness.answers).not.toContain(422);
  const [a, b] = await Promise.all([member(ADMIN_A, COMPANY_A.id), member(ADMIN_B, COMPANY_B.id)]);
  const taskId = await sendBetweenCompanies(a);
  for (const client of [a, b]) await sign(client, taskId);
  await untilPreserved(a, taskId);
  const folder = unpack((await a.download(downloadEvidence, { planId: taskId })).bytes);
  expect(readFileSync(join(folder, 'log/checkpoint'), 'utf8')).toMatch(/^— witness\.example /m);
  for (const { script, status, output } of followVerifyPage(folder))
    expect(status, `${script}\n${output}`).toBe(0);
  rmSync(folder, { recursive: true });
  expect((await audit()).status).toBe(0);
});

it('names a missing tile, a rewritten entry and a missing cosignature, and keeps its memory', async () => {
  const kept = readFileSync(state, 'utf8');
  asked.clear();
  expect((await audit('--all')).status).toBe(0);
  const at = [...asked].find((path) => path.startsWith('tile/entries/000'))!;
  const bytes = new Uint8Array(await (await fetch(`${product.baseUrl}/log/${at}`)).arrayBuffer());
  const findings = async (changed: Uint8Array | null) => {
    replaced.set(at, changed);
    const { status, said } = await audit('--all');
    replaced.clear();
    expect({ status, holds: said.holds }).toEqual({ status: 1, holds: false });
    return said.findings;
  };
  // Two bytes of length, 32 of the first entry, two of length, and the second entry.
  expect(await findings(bytes.map((byte, i) => (i === 40 ? byte ^ 1 : byte)))).toContainEqual({
    problem: 'entry-rewritten',
    at: 'leaf 1',
  });
  expect(await findings(null)).toContainEqual({ problem: 'tile-missing', at });
  expect(await findings(bytes.slice(34))).toContainEqual({ problem: 'gap', at });
  const other = writeNoteKey({
    name: 'other.example',
    kind: 'cosignature',
    publicKey: readNoteKey(witness.key)!.publicKey,
  });
  const without = await audit('--witness', other);
  expect({ status: without.status, holds: without.said.holds }).toEqual({ status: 1, holds: false });
  expect(readFileSync(state, 'utf8')).toBe(kept);
  expect((await audit()).status).toBe(0);
});
