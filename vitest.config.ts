import { defineConfig } from 'vitest/config';
import { PATIENCE_MS, TEST_MS } from './tests/patience.ts';

/** What every project waits: vitest's own second for a condition is too short for a page. */
const PATIENCE = {
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  expect: { poll: { timeout: PATIENCE_MS, interval: 100 } },
};

/**
 * Tests on the running product share one, started by tests/product-setup.ts when the first of them needs it. Those of
 * the calls go one file after the other: some count what an owner has, and nobody may add to it meanwhile.
 */
const onProduct = (name: string, groupOrder: number, fileParallelism = true) => ({
  test: {
    name,
    environment: 'node',
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    globalSetup: ['tests/product-setup.ts'],
    setupFiles: ['tests/own-connections.ts'],
    ...PATIENCE,
    fileParallelism,
    // Modules are read once for all files of a worker: nothing in them belongs to one file.
    isolate: false,
    sequence: { groupOrder },
  },
});

/** Tests that start what they need themselves, as they also kill it: one file after the other. */
const onTheirOwn = (name: string, globalSetup: string[] = []) => ({
  test: {
    name,
    environment: 'node',
    include: [`tests/${name}/**/*.test.ts`],
    globalSetup,
    setupFiles: ['tests/own-connections.ts'],
    ...PATIENCE,
    fileParallelism: false,
    sequence: { groupOrder: 1 },
  },
});

export default defineConfig({
  test: {
    retry: 0,
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          ...PATIENCE,
          isolate: false,
        },
      },
      onProduct('api', 2, false),
      onProduct('e2e', 3),
      onProduct('plans', 4, false),
      onTheirOwn('agent'),
      onTheirOwn('sync'),
      onTheirOwn('chaos', ['tests/seeded-setup.ts']),
    ],
  },
});
