import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { productNode, root } from '#scripts/install.mjs';
import { freePort } from '#scripts/product/free-port.ts';
import { loadLibsqlAccess, writePublicKey } from '#scripts/product/libsql-access.ts';
import { listeningOf } from '#tests/fixtures/listening.ts';
import { until } from '#tests/fixtures/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'signet-broker-'));
const keyFile = join(folder, 'libsql.key');
let access: ReturnType<typeof loadLibsqlAccess>;
let port: number;
let broker: ChildProcess;
let client: Client;

async function start(): Promise<void> {
  const args = ['scripts/product/sqld-process.ts', String(port), join(folder, 'db'), keyFile];
  broker = spawn(productNode(), args, { cwd: root, stdio: 'ignore', detached: true });
  // Refused until it listens.
  await until(() => client.execute('select 1'));
}

const server = (): number => {
  const found = listeningOf(broker.pid!).find(({ program }) => program === 'sqld');
  return found!.pid;
};

beforeAll(async () => {
  mkdirSync(join(folder, 'db'));
  access = loadLibsqlAccess(join(folder, 'secrets.json'));
  writePublicKey(keyFile, access);
  port = await freePort();
  client = createClient({ url: `http://127.0.0.1:${port}`, authToken: access.authToken });
  await start();
  await client.execute('create table note (n integer primary key, text text)');
});
afterAll(async () => {
  const ended = once(broker, 'exit');
  process.kill(-broker.pid!, 'SIGKILL');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

const count = async () => Number((await client.execute('select count(*) as n from note')).rows[0]!.n);

it('runs batches of many clients at once, each as one transaction', async () => {
  const before = await count();
  const clients = Array.from({ length: 8 }, () =>
    createClient({ url: `http://127.0.0.1:${port}`, authToken: access.authToken }),
  );
  const insert = (n: number) => ({ sql: 'insert into note (n, text) values (?, ?)', args: [n, '合同'] });
  const outcomes = await Promise.allSettled(
    clients.flatMap((one, i) =>
      Array.from({ length: 20 }, (_, turn) => {
        const n = 1_000 * (i + 1) + turn * 2;
        // Every fifth batch fails at its second statement, after its first has succeeded.
        return one.batch([insert(n), turn % 5 === 4 ? insert(n) : insert(n + 1)], 'write');
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(8 * 4);
  expect(await count()).toBe(before + 8 * 16 * 2);
});

it('resolves statements that a client has stored, and keeps the values as they were sent', async () => {
  const values = ['𠮷 "\\ \u2028', 1.5, 9007199254740991n, null, new Uint8Array([0, 255, 1])];
  const select = { sql: 'select ? as a, ? as b, ? as c, ? as d, ? as e', args: values };
  const results = await client.batch([select, select, select], 'read');
  for (const { rows } of results)
    expect([
      rows[0]!.a,
      rows[0]!.b,
      rows[0]!.c,
      rows[0]!.d,
      new Uint8Array(rows[0]!.e as ArrayBuffer),
    ]).toEqual([values[0], 1.5, 9007199254740991, null, values[4]]);
});

it('refuses a transaction that would stay open, and others are written meanwhile', async () => {
  await expect(
    client.transaction('write').then((transaction) => transaction.execute('insert into note (n) values (1)')),
  ).rejects.toThrow(/batch/);
  await expect(client.execute('BEGIN')).rejects.toThrow(/batch/);
  await expect(client.executeMultiple('SAVEPOINT a; insert into note (n) values (2)')).rejects.toThrow(
    /batch/,
  );
  await client.execute('insert into note (n) values (3)');
  const { rows } = await client.execute('select n from note where n < 10');
  expect(rows.map(({ n }) => n)).toEqual([3]);
});

it('answers 401 to others, 404 and 400 to what is no pipeline', async () => {
  const send = async (path: string, token: string, body: string) =>
    (
      await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body,
      })
    ).status;
  const requests = JSON.stringify({ requests: [{ type: 'execute', stmt: { sql: 'select 1' } }] });
  expect(await send('/v2/pipeline', access.authToken, requests)).toBe(200);
  expect(await send('/v2/pipeline', `${access.authToken}x`, requests)).toBe(401);
  expect(await send('/v2/pipeline', access.authToken.slice(0, -4), requests)).toBe(401);
  expect(await send('/v1/execute', access.authToken, requests)).toBe(404);
  for (const body of ['', '{', '{"requests":[{"type":"open"}]}', '{"baton":"x","requests":[]}'])
    expect(await send('/v2/pipeline', access.authToken, body), body).toBe(400);
});

it('keeps what was confirmed, and answers again, when the server is killed under load', async () => {
  const confirmed: number[] = [];
  let killed = false;
  for (let n = 100_000; n < 100_400; n++) {
    if (n === 100_200) {
      killed = true;
      process.kill(server(), 'SIGKILL');
    }
    const written = await client
      .execute({ sql: 'insert into note (n) values (?)', args: [n] })
      .catch(() => null);
    if (written) confirmed.push(n);
    if (killed && broker.exitCode !== null) break;
  }
  // It ends with the server, and its supervisor starts it again.
  if (broker.exitCode === null && broker.signalCode === null) await once(broker, 'exit');
  await start();
  const { rows } = await client.execute('select n from note where n >= 100000');
  const kept = new Set(rows.map(({ n }) => Number(n)));
  expect(confirmed.length).toBeGreaterThanOrEqual(200);
  expect(confirmed.filter((n) => !kept.has(n))).toEqual([]);
});
