import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startProduct } from '#scripts/product/start-product.ts';

/**
 * A data folder of a test's own in which the demo data is already. It costs seconds of computing, as each account and
 * seal has a key pair: so it is made once for all files of a run, which go one after the other, and copied. Called before
 * settings of the test's own are in the environment; a test of what the first start does has an empty folder instead.
 */
export async function seededFolder(name: string): Promise<string> {
  const kept = join(inject('seededPlace'), 'data');
  if (!existsSync(kept)) {
    // One that was given up in the middle is never taken for a whole one.
    const making = `${kept}-making`;
    rmSync(making, { recursive: true, force: true });
    const product = await startProduct({ dataDir: making, ...builtProduct() });
    await product.stop();
    renameSync(making, kept);
  }
  const dataDir = mkdtempSync(join(tmpdir(), `signet-${name}-`));
  cpSync(kept, dataDir, { recursive: true, preserveTimestamps: true });
  return dataDir;
}

/** A build at hand (SIGNET_BUILT), which saves making one. */
export const builtProduct = (): { build?: string } =>
  process.env.SIGNET_BUILT ? { build: process.env.SIGNET_BUILT } : {};
