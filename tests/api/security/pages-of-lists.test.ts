import { expect, it } from 'vitest';
import { listCertificates, listOrders } from '#core/certificate/calls.ts';
import { listQuickFiles } from '#core/quicksign/calls.ts';
import { listSeals } from '#core/seal/calls.ts';
import { listDrafts } from '#core/task/draft-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { companyA } from '#tests/fixtures/contracts.ts';

it.each([
  { current: 9_007_199_254_740_991, size: 10_000 },
  { descs: 'constructor' },
  { ascs: '__proto__,toString' },
])('a list asked for %o gives a page or refuses, and has no fault', async (query) => {
  const client = await companyA();
  for (const call of [listTasks, listDrafts, listSeals, listOrders, listCertificates, listQuickFiles])
    expect((await client.envelope(call, { box: 'all', ...query })).code).toBe(query.size ? 400_000 : 200);
});
