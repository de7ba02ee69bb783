import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#scripts/product/free-port.ts';
import { loadLibsqlAccess } from '#scripts/product/libsql-access.ts';
import { migrate, readMigrations } from '#scripts/product/migrate.ts';
import { keepLibsql } from '#scripts/product/services.ts';
import type { Service } from '#scripts/product/supervise.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'signet-names-'));
let server: Service;
let url: string;
let token: string;
beforeAll(async () => {
  for (const name of ['db', 'logs', 'run']) mkdirSync(join(dataDir, name));
  url = `http://127.0.0.1:${await freePort()}`;
  const access = loadLibsqlAccess(join(dataDir, 'secrets.json'));
  token = access.authToken;
  server = await keepLibsql({ dataDir, onEvent: () => {} }, url, access);
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('keeps names of accounts from before they were sealed, where that version still reads them', async () => {
  const all = readMigrations();
  const at = all.findIndex(({ name }) => name.endsWith('_sealed_names'));
  await migrate(url, token, all.slice(0, at));
  const client = createClient({ url, authToken: token });
  await client.execute(
    `insert into account (id, login_name, mobile_index, mobile_sealed, real_name, created_at)
     values ('a', 'anna', 'i', 's', '安娜', 1)`,
  );
  await migrate(url, token);
  const { rows } = await client.execute('select login_name, login_index, real_name from account');
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { login_name: 'anna', login_index: null, real_name: '安娜' },
  ]);
  client.close();
});
