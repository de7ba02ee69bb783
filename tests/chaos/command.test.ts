import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SECRET_NAMES } from '#core/config/secret-names.ts';
import { listQuickFiles } from '#core/quicksign/calls.ts';
import { downloadEvidence } from '#core/task/calls.ts';
import { listDrafts } from '#core/task/draft-calls.ts';
import { countTasks, listTasks } from '#core/task/list-calls.ts';
import { listTemplates } from '#core/template/record-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { buildProduct } from '#scripts/product/build-product.ts';
import { freePort } from '#scripts/product/free-port.ts';
import { makeShowcase } from '#scripts/product/showcase.ts';
import { ApiClient } from '#tests/client.ts';
import { ADMIN_A, COMPANY_A } from '#tests/fixtures/contracts.ts';
import { followVerifyPage, unpack } from '#tests/fixtures/evidence-bundle.ts';
import { until } from '#tests/fixtures/until.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';

const folder = mkdtempSync(join(tmpdir(), 'signet-command-'));
const dataDir = join(folder, 'data');
const started: ChildProcess[] = [];

let build: string;
beforeAll(async () => {
  build = await buildProduct();
});

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid!, 'SIGKILL');
      await once(child, 'exit');
    }
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm start` in a process group of its own, as a terminal does. */
function npmStart(
  env: NodeJS.ProcessEnv,
  script = 'start',
): {
  child: ChildProcess;
  said: () => string;
  ended: Promise<number | null>;
} {
  const child = spawn('npm', ['run', script, '--silent'], {
    env: { ...process.env, SIGNET_DATA: dataDir, SIGNET_BUILT: build, SIGNET_SHOWCASE: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (data) => {
      text += data;
    });
  }
  return { child, said: () => text, ended: once(child, 'exit').then(([code]) => code as number | null) };
}

/** Addresses that processes with the data folder in their arguments listen on. */
function listening(): string[] {
  const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const ours = processes.filter((line) => line.includes(dataDir)).map((line) => line.trim().split(' ')[0]!);
  const groups = execFileSync('ps', ['-eo', 'pid=,pgid='], { encoding: 'utf8' }).split('\n');
  const family = groups.map((line) => line.trim().split(/\s+/)).filter(([, pgid]) => ours.includes(pgid!));
  const sockets = execFileSync('ss', ['-Hltnp'], { encoding: 'utf8' }).split('\n');
  return sockets
    .filter((line) => family.some(([pid]) => line.includes(`pid=${pid},`)))
    .map((line) => line.trim().split(/\s+/)[3]!);
}

async function untilReady(port: number, said: () => string): Promise<void> {
  await until(() => expect(said()).toContain(`http://127.0.0.1:${port}`));
}

it('prints address, demo accounts and data folder, listens locally only, goes at Ctrl-C', async () => {
  const port = await freePort();
  const { child, said, ended } = npmStart({ PORT: String(port) });
  await untilReady(port, said);
  expect(said()).toContain(dataDir);
  expect(said()).toMatch(/Demo accounts:\n(?: {2}\S+.*\n)+Their password: \S+/);
  expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
  const addresses = listening();
  expect(addresses.length).toBeGreaterThanOrEqual(3);
  expect(addresses.filter((address) => !address.startsWith('127.'))).toEqual([]);
  const secrets = execFileSync('stat', ['-c', '%a', join(dataDir, 'secrets.json')], { encoding: 'utf8' });
  expect(secrets.trim()).toBe('600');
  process.kill(-child.pid!, 'SIGINT');
  await ended;
  await until(() => expect(listening()).toEqual([]));
});

it('leaves nothing behind when it is killed with -9 itself', async () => {
  const port = await freePort();
  const { child, said } = npmStart({ PORT: String(port) });
  await untilReady(port, said);
  expect(listening().length).toBeGreaterThanOrEqual(3);
  process.kill(-child.pid!, 'SIGKILL');
  await until(() => expect(listening()).toEqual([]));
});

it('ends at SIGTERM to npm alone', async () => {
  const port = await freePort();
  const { child, said } = npmStart({ PORT: String(port) });
  await untilReady(port, said);
  child.kill('SIGTERM');
  await until(() => expect(listening()).toEqual([]));
});

it('gives a newcomer tasks in each state, a draft, a template and a bundle to check, once', async () => {
  const showcase = { SIGNET_DATA: join(folder, 'shown'), SIGNET_SHOWCASE: undefined };
  const counts = { todo: 1, sent: 3, draft: 1, pendingOthers: 2, finished: 1 };
  const port = await freePort();
  const first = npmStart({ ...showcase, PORT: String(port) });
  await untilReady(port, first.said);
  await until(() => expect(first.said()).toContain('Demo contracts'));
  expect(first.said()).toContain('Demo contracts are there');
  // The command says that it is ready before it makes them: the start takes no longer.
  expect(first.said().indexOf('Signet is ready')).toBeLessThan(first.said().indexOf('Demo contracts'));
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = await new ApiClient(baseUrl).login(ADMIN_A.loginName, DEMO.password);
  await client.switchTo(COMPANY_A.id);
  expect(await client.call(countTasks, {})).toMatchObject(counts);
  expect((await client.call(listTemplates, {})).total).toBe(1);
  expect((await client.call(listQuickFiles, {})).total).toBe(1);
  const {
    records: [draft],
  } = await client.call(listDrafts, {});
  expect(draft).toMatchObject({ taskName: '设备采购合同', fileNum: 1 });
  expect(await makeShowcase(baseUrl)).toBe(false);
  expect(await client.call(countTasks, {})).toMatchObject(counts);

  // Its bundle is checked by openssl and pdfsig alone: each command of its VERIFY.md, in its own folder.
  const { records: finished } = await client.call(listTasks, { box: 'finished' });
  const [demo] = finished;
  expect(demo?.taskName).toBe('办公用品采购框架合同');
  await untilPreserved(client, demo!.planId);
  const { bytes } = await client.download(downloadEvidence, { planId: demo!.planId });
  const unpacked = unpack(bytes);
  const steps = followVerifyPage(unpacked);
  rmSync(unpacked, { recursive: true, force: true });
  for (const { script, status, output } of steps) expect(status, `${script}\n${output}`).toBe(0);
  // Nothing of ours, and nothing from a network.
  for (const { script } of steps) expect(script).not.toMatch(/^\s*(?:node|npm|npx|curl|wget|python3?)\b/m);
  const said = steps.map(({ output }) => output).join('\n');
  // Both parties, and the seal of the report.
  expect(said.match(/Signature is Valid/g)!.length).toBeGreaterThanOrEqual(3);
  expect(said).not.toMatch(/Signature is Invalid/);
  expect(said).toContain('Signature Verified Successfully');
  expect(said).toContain('Verification: OK');
});

/** What it says when it cannot start: one sentence and status 1. */
async function refusal(env: NodeJS.ProcessEnv, script?: string): Promise<string> {
  const { said, ended } = npmStart(env, script);
  expect(await ended).toBe(1);
  const lines = said().trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

it.each(['start', 'dev'])('says that the port is taken: npm run %s', async (script) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  expect(await refusal({ PORT: String(port) }, script)).toBe(
    `Port ${port} is taken: stop what listens there, or set PORT to another one.`,
  );
  server.close();
});

it('says that PORT is no port', async () => {
  expect(await refusal({ PORT: 'eighty' })).toContain('PORT is eighty');
});

it('says that the disk is full', async () => {
  const full = join(folder, 'full');
  mkdirSync(full);
  // Every write to /dev/full fails as on a full disk.
  symlinkSync('/dev/full', join(full, '.space'));
  expect(await refusal({ SIGNET_DATA: full, PORT: String(await freePort()) })).toBe(
    `The disk is full: nothing more can be written to ${full}.`,
  );
});

it('says that the disk is read-only', async () => {
  const disk = join(folder, 'read-only');
  mkdirSync(disk);
  // A disk of the test's own, in a mount namespace that goes with the command.
  const mount = `mount -t tmpfs -o ro tmpfs '${disk}'`;
  const mayMount = spawnSync('unshare', ['-rm', 'sh', '-c', mount]).status === 0;
  if (!mayMount) return console.log('this machine lets nobody mount a read-only disk: not tried');
  const run = spawnSync('unshare', ['-rm', 'sh', '-c', `${mount} && exec npm start --silent`], {
    encoding: 'utf8',
    env: {
      ...process.env,
      SIGNET_DATA: join(disk, 'data'),
      SIGNET_BUILT: build,
      PORT: String(await freePort()),
    },
  });
  expect(`${run.stdout}${run.stderr}`).toBe(`The disk is read-only: ${disk}/data cannot be written.\n`);
  expect(run.status).toBe(1);
});

it('says that the data folder cannot be made', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const answer = await refusal({ SIGNET_DATA: join(file, 'data'), PORT: String(await freePort()) });
  expect(answer).toContain('a file is where a folder should be');
});

it('refuses production mode without its secrets, and makes none up', async () => {
  const answer = await refusal({
    SIGNET_DATA: join(folder, 'pro'),
    SIGNET_MODE: 'pro',
    PORT: String(await freePort()),
  });
  expect(answer).toContain('SIGNET_MODE is pro and the secret KEY_ENCRYPTION_KEY is not set');
});

it('[9.35i] refuses production where a simulator would answer, in a sentence, starting nothing', async () => {
  const secret = Buffer.alloc(32, 7).toString('base64');
  const secrets = Object.fromEntries(SECRET_NAMES.map((name) => [name, secret]));
  const port = await freePort();
  const answer = await refusal({
    ...secrets,
    SIGNET_DATA: join(folder, 'simulated'),
    SIGNET_MODE: 'pro',
    PORT: String(port),
  });
  expect(answer).toBe(
    'SIGNET_MODE is pro and SMS_URL (the SMS gateway) is not set: simulators do not run in production, see docs/deploy.md.',
  );
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

it('says that another one uses the data folder; the one that runs is not disturbed', async () => {
  const port = await freePort();
  const first = npmStart({ PORT: String(port) });
  await untilReady(port, first.said);
  expect(await refusal({ PORT: String(await freePort()) })).toBe(
    `The data in ${dataDir} is in use by a Signet that runs already.`,
  );
  expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
});

it('says that Node is too old', () => {
  const script = `Object.defineProperty(process.versions, 'node', { value: '18.20.0' }); Object.defineProperty(process, 'version', { value: 'v18.20.0' });`;
  const preload = join(folder, 'old-node.mjs');
  writeFileSync(preload, script);
  const run = () =>
    execFileSync(process.execPath, ['--import', preload, 'scripts/start.mjs'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(run).toThrow('Signet needs Node 20 or newer; this is v18.20.0.');
});
