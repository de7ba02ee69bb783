import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO } from '#db/seed/demo.ts';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import { ApiClient } from '#tests/client.ts';

/** A product of its own for one group of figures, gone after it. */
export async function withBenchProduct(work: (product: Product) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'signet-bench-'));
  // A build at hand saves making one.
  const built = process.env.SIGNET_BUILT ? { build: process.env.SIGNET_BUILT } : {};
  const product = await startProduct({ dataDir, ...built });
  try {
    await work(product);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const [A, B] = DEMO.enterprises as [(typeof DEMO.enterprises)[0], (typeof DEMO.enterprises)[0]];
export const [USER_A, USER_B] = DEMO.accounts as [(typeof DEMO.accounts)[0], (typeof DEMO.accounts)[0]];

export async function memberOf(product: Product, which: 'A' | 'B'): Promise<ApiClient> {
  const [user, ent] = which === 'A' ? [USER_A, A] : [USER_B, B];
  return (await new ApiClient(product.baseUrl).login(user.loginName, DEMO.password)).switchTo(ent.id);
}
