/** The walk of permissions: every call made as everybody, and how long one takes. */
import { openSeeder } from '#tests/fixtures/seed-identities.ts';
import { walkPermissions } from '#tests/fixtures/walk-permissions.ts';
import { withBenchProduct } from '../bench-product.ts';
import type { BenchReport } from '../row.ts';

export const name = 'permissions';

export async function run(report: BenchReport): Promise<void> {
  await withBenchProduct(async (product) => {
    const walk = await walkPermissions(product.baseUrl, openSeeder(product));
    const row = { peer: null, theirs: null };
    report({ name: 'pairs of call and identity tried', unit: 'pairs', ours: walk.pairs, ...row });
    report({ name: 'of them against the table', unit: 'pairs', ours: walk.problems.length, ...row });
    report({ name: 'a pair, request and answer', unit: 'ms', ours: walk.ms / walk.pairs, ...row });
  });
}
