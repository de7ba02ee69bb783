import { defineConfig } from 'vitest/config';

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
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    fileParallelism,
    sequence: { groupOrder },
  },
});

/** Tests that start what they need themselves, as they also kill it: one file after the other. */
const onTheirOwn = (name: string) => ({
  test: {
    name,
    environment: 'node',
    include: [`tests/${name}/**/*.test.ts`],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    // After all others, so that nobody competes with them for the machine.
    sequence: { groupOrder: 3 },
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
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      onProduct('api', 30_000, 1, false),
      onProduct('agent', 60_000, 2),
      onProduct('e2e', 90_000, 2),
      onTheirOwn('sync'),
      onTheirOwn('chaos'),
    ],
  },
});
