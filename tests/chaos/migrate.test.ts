import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#scripts/product/free-port.ts';
import { loadLibsqlAccess } from '#scripts/product/libsql-access.ts';
import { migrate } from '#scripts/product/migrate.ts';
import { keepLibsql } from '#scripts/product/services.ts';
import type { Service } from '#scripts/product/supervise.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'signet-migrate-'));
let server: Service;
let client: Client;
let url: string;
let token: string;
beforeAll(async () => {
  for (const name of ['db', 'logs', 'run']) mkdirSync(join(dataDir, name));
  url = `http://127.0.0.1:${await freePort()}`;
  const access = loadLibsqlAccess(join(dataDir, 'secrets.json'));
  token = access.authToken;
  server = await keepLibsql({ dataDir, onEvent: () => {} }, url, access);
  client = createClient({ url, authToken: token });
});
afterAll(async () => {
  client.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const first = {
  name: '0000_a',
  digest: 'a',
  statements: ['CREATE TABLE a (n INTEGER)', 'INSERT INTO a VALUES (1)'],
};
const second = { name: '0001_b', digest: 'b', statements: ['ALTER TABLE a ADD COLUMN m INTEGER'] };

it('applies each migration once, in order', async () => {
  expect(await migrate(url, token, [first])).toEqual(['0000_a']);
  expect(await migrate(url, token, [first, second])).toEqual(['0001_b']);
  expect(await migrate(url, token, [first, second])).toEqual([]);
  const { rows } = await client.execute('SELECT n, m FROM a');
  expect(rows.map((row) => [row.n, row.m])).toEqual([[1, null]]);
});

it('leaves nothing of a migration that fails half way, and can try again', async () => {
  const broken = {
    name: '0002_c',
    digest: 'c',
    statements: ['CREATE TABLE c (n)', 'INSERT INTO nowhere VALUES (1)'],
  };
  await expect(migrate(url, token, [first, second, broken])).rejects.toThrow();
  const mended = { name: '0002_c', digest: 'd', statements: ['CREATE TABLE c (n)'] };
  expect(await migrate(url, token, [first, second, mended])).toEqual(['0002_c']);
});

it('refuses a migration changed after it was applied, and a database of a newer version', async () => {
  await expect(migrate(url, token, [{ ...first, digest: 'x' }, second])).rejects.toThrow(
    '0000_a was changed',
  );
  await expect(migrate(url, token, [first, second])).rejects.toThrow('has the migration 0002_c');
});

it('goes on with a database of migrations since joined into one; refuses one with only some', async () => {
  const [a, b] = [
    { name: '0000_x', digest: 'x', statements: ['CREATE TABLE x (n)'] },
    { name: '0001_y', digest: 'y', statements: ['ALTER TABLE x ADD COLUMN m'] },
  ];
  const joined = {
    name: '0000_baseline',
    digest: 'xy',
    statements: ['CREATE TABLE x (n, m)'],
    former: { '0000_x': 'x', '0001_y': 'y' },
  };
  const next = { name: '0001_z', digest: 'z', statements: ['INSERT INTO x VALUES (1, 2)'] };
  await client.execute('DELETE FROM _migrations');
  await migrate(url, token, [a]);
  await expect(migrate(url, token, [joined, next])).rejects.toThrow('1 of the 2 migrations');
  await migrate(url, token, [a, b]);
  expect(await migrate(url, token, [joined, next])).toEqual(['0001_z']);
  expect(await migrate(url, token, [joined, next])).toEqual([]);
  const { rows } = await client.execute('SELECT name FROM _migrations ORDER BY name');
  expect(rows.map(({ name }) => name)).toEqual(['0000_baseline', '0001_z']);
});
