import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Costs, costsShape, findLimits, modelLoad } from '#scripts/load/model.ts';

const costs: Costs = {
  measured: 'for this test.',
  contract: {
    requests: 20,
    workerMs: 400,
    databaseMs: 50,
    exchanges: 60,
    rowsWritten: 100,
    databaseBytes: 20_000,
    fileBytes: 100_000,
  },
  look: {
    requests: 2,
    workerMs: 5,
    databaseMs: 2,
    exchanges: 2,
    rowsWritten: 0,
    databaseBytes: 0,
    fileBytes: 0,
  },
};

it('says cores, isolates, exchanges and growth from costs and demand', () => {
  // 633,600 s of work a month, the busiest hour three times the mean: 211,200 contracts a month are one a second.
  const load = modelLoad(costs, { firms: 10, contracts: 211_200, looks: 2_112_000, fileBytes: 100_000 });
  expect(load.contractsPerS).toBeCloseTo(1);
  expect(load.requestsPerS).toBeCloseTo(40);
  expect(load.exchangesPerS).toBeCloseTo(80);
  expect(load.rowsWrittenPerS).toBeCloseTo(100);
  expect(load.workerCores).toBeCloseTo(0.45);
  expect(load.databaseCores).toBeCloseTo(0.07);
  expect(load.isolates).toBe(1);
  expect(load.databaseGbYear).toBeCloseTo((20_000 * 211_200 * 12) / 1e9);
  expect(load.fileGbYear).toBeCloseTo((200_000 * 211_200 * 12) / 1e9);
  expect(findLimits(load)).toEqual([]);
});

it('grows with the demand and says what breaks first', () => {
  const load = modelLoad(costs, { firms: 10_000, contracts: 21_120_000, looks: 0, fileBytes: 0 });
  expect(load.isolates).toBe(67);
  expect(findLimits(load).join(' ')).toMatch(/5\.0 cores.*6000 exchanges.*5069 GB/);
});

it('has measured costs, each above zero', () => {
  const measured = costsShape.parse(JSON.parse(readFileSync('scripts/load/costs.json', 'utf8')));
  expect(measured.measured).toMatch(/^\d{4}-\d\d-\d\d, /);
  for (const value of Object.values(measured.contract)) expect(value).toBeGreaterThan(0);
  expect(measured.look.workerMs).toBeGreaterThan(0);
});
