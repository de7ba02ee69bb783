import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { install } from '#scripts/install.mjs';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import { LIKE_PERSONAL_VALUES } from './fixtures/personal-values.ts';
import type { ProductInfo } from './product.ts';

/** One product for all projects of a run: each project loads this file anew, so it is kept on globalThis. */
type Shared = { product: Promise<Product>; users: number };
const place = globalThis as typeof globalThis & { signetUnderTest?: Shared };

async function startForTests(): Promise<Product> {
  await install();
  // Receivers of webhooks are servers of the tests.
  process.env.WEBHOOKS_TO_PRIVATE = 'yes';
  const dataDir = mkdtempSync(join(tmpdir(), 'signet-test-'));
  // Their plans and values are looked at once all other tests ran.
  process.env.LIBSQL_STATEMENTS = join(dataDir, 'statements.jsonl');
  process.env.LIBSQL_STATEMENTS_WITH = LIKE_PERSONAL_VALUES;
  return startProduct({ dataDir, behindProxy: true, tell: (line) => console.error(line) });
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  place.signetUnderTest ??= { product: startForTests(), users: 0 };
  const shared = place.signetUnderTest;
  shared.users += 1;
  const product = await shared.product;
  project.provide('product', infoOf(product));
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    await product.stop();
    rmSync(product.dataDir, { recursive: true, force: true });
  };
}

/** What of a product can be handed to the processes that run the tests. */
export function infoOf(product: Product): ProductInfo {
  const { baseUrl, dataDir, internalKey, libsqlUrl, libsqlToken, syncUrl, secrets, services, seeded } =
    product;
  const { libsql, sync, worker } = services;
  return {
    baseUrl,
    dataDir,
    internalKey,
    libsqlUrl,
    libsqlToken,
    syncUrl,
    syncSecret: secrets.SYNC_SECRET,
    pids: { libsql: libsql.pid()!, sync: sync.pid()!, worker: worker.pid()! },
    seeded,
  };
}
