import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Product, type ProductOptions, startProduct } from '#scripts/product/start-product.ts';

/**
 * A product of a test's own, which it may kill: started before the tests of the file and removed after them. A build at
 * hand (SIGNET_BUILT) saves making one.
 */
export function ownProduct(name: string, options: Pick<ProductOptions, 'jobsEveryMs'> = {}): () => Product {
  const dataDir = mkdtempSync(join(tmpdir(), `signet-${name}-`));
  const built = process.env.SIGNET_BUILT ? { build: process.env.SIGNET_BUILT } : {};
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ dataDir, ...built, ...options });
  });
  afterAll(async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return () => product;
}
