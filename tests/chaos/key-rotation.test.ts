import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { rewrapKeys } from '#core/internal/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { buildProduct } from '#scripts/product/build-product.ts';
import { startProduct } from '#scripts/product/start-product.ts';
import { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  sendBetweenCompanies,
  sign,
} from '#tests/fixtures/contracts.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'signet-rotation-'));
const NAMES = ['KEY_ENCRYPTION_KEY', 'OTHER_KEY_ENCRYPTION_KEYS', 'DATA_KEY'] as const;
afterAll(() => {
  for (const name of NAMES) delete process.env[name];
  rmSync(dataDir, { recursive: true, force: true });
});

it('changes the key-encryption key stepwise while contracts are signed, and drops the old one', async () => {
  const build = process.env.SIGNET_BUILT ?? (await buildProduct());
  /** The product with these keys, both companies signing a contract meanwhile. */
  const running = async (
    keys: Partial<Record<(typeof NAMES)[number], string>>,
    work: (client: ApiClient, internalKey: string) => Promise<void>,
  ) => {
    for (const name of NAMES) {
      if (keys[name] === undefined) delete process.env[name];
      else process.env[name] = keys[name];
    }
    const product = await startProduct({ dataDir, build });
    try {
      const member = async (who: { loginName: string }, entId: string) =>
        (await new ApiClient(product.baseUrl).login(who.loginName, DEMO.password)).switchTo(entId);
      const [a, b] = await Promise.all([member(ADMIN_A, COMPANY_A.id), member(ADMIN_B, COMPANY_B.id)]);
      const signAll = async () => {
        const taskId = await sendBetweenCompanies(a);
        await sign(b, taskId);
        expect((await sign(a, taskId)).endReason).toBe('COMPLETED');
      };
      await signAll();
      await Promise.all([signAll(), work(a, product.internalKey)]);
    } finally {
      await product.stop();
    }
  };
  const rewrap = (client: ApiClient, internalKey: string) =>
    client.call(rewrapKeys, {}, { 'x-internal-key': internalKey });

  await running({}, async () => {});
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  const old = secrets.KEY_ENCRYPTION_KEY!;
  const fresh = randomBytes(32).toString('base64');
  // First both are known everywhere, then the new one is in force, then the old one goes.
  await running(
    { KEY_ENCRYPTION_KEY: old, OTHER_KEY_ENCRYPTION_KEYS: fresh, DATA_KEY: old },
    async (client, internalKey) => {
      const { stores } = await rewrap(client, internalKey);
      expect(stores.reduce((sum, { left }) => sum + left, 0)).toBe(0);
    },
  );
  await running(
    { KEY_ENCRYPTION_KEY: fresh, OTHER_KEY_ENCRYPTION_KEYS: old, DATA_KEY: old },
    async (client, internalKey) => {
      const first = await rewrap(client, internalKey);
      expect(first.done).toBeGreaterThan(5);
      let left = first.stores;
      while (left.some((store) => store.left > 0)) left = (await rewrap(client, internalKey)).stores;
    },
  );
  await running({ KEY_ENCRYPTION_KEY: fresh, DATA_KEY: old }, async (client, internalKey) => {
    const { done, stores } = await rewrap(client, internalKey);
    expect([done, ...stores.map(({ left }) => left)]).toEqual([0, ...stores.map(() => 0)]);
  });
});
