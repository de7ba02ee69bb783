import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export type Counts = { passed: number; failed: number };

const resultsShape = z.object({
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/**
 * Counts vitest's results in `file`. Only passed tests count as passed: a skipped one, a file that could not be loaded
 * and an error outside of any test (exit status without a failed test) each count as a failure.
 */
export function countTests(file: string, exitCode: number): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { testResults } = resultsShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = tests.length - passed + broken.length;
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}
