import { defineConfig } from 'vitest/config';

/** A condition is waited for as long as it takes on a slow machine; vitest's own second is too short for a page. */
const PATIENCE = { poll: { timeout: 45_000, interval: 100 } };

/**
 * Tests on the running product share one, started by tests/product-setup.ts when the first of them needs it. Those of
 * the calls go one file after the other: some count what an owner has, and nobody may add to it meanwhile.
 */
const onProduct = (name: string, timeoutMs: number, groupOrder: number, fileParallelism = true) => ({
  test: {
    name,
    environment: 'node',
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    globalSetup: ['tests/product-setup.ts'],
    setupFiles: ['tests/own-connections.ts'],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    expect: PATIENCE,
    fileParallelism,
    // Modules are read once for all files of a worker: nothing in them belongs to one file.
    isolate: false,
    sequence: { groupOrder },
  },
});

/** Tests that start what they need themselves, as they also kill it: one file after the other. */
const onTheirOwn = (name: string) => ({
  test: {
    name,
    environment: 'node',
    include: [`tests/${name}/**/*.test.ts`],
    setupFiles: ['tests/own-connections.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: PATIENCE,
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
      onProduct('api', 120_000, 2, false),
      onProduct('e2e', 180_000, 3),
      onProduct('plans', 120_000, 4, false),
      onTheirOwn('agent'),
      onTheirOwn('sync'),
      onTheirOwn('chaos'),
    ],
  },
});
