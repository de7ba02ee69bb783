import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { type Product, type ProductOptions, startProduct } from '#scripts/product/start-product.ts';
import { builtProduct, seededFolder } from './seeded-folder.ts';

/**
 * A product of a test's own with demo data, which it may kill: started before the tests of the file and removed after
 * them.
 */
export function ownProduct(name: string, options: Pick<ProductOptions, 'jobsEveryMs'> = {}): () => Product {
  let dataDir: string | undefined;
  let product: Product | undefined;
  beforeAll(async () => {
    dataDir = await seededFolder(name);
    product = await startProduct({ dataDir, ...builtProduct(), ...options });
  });
  afterAll(async () => {
    await product?.stop();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  });
  return () => product!;
}
