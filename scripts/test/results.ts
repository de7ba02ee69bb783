import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { z } from 'zod';
import { root } from '../install.mjs';

export type Counts = { passed: number; failed: number };

/** A test file in which something failed. */
export type FailedFile = Counts & {
  /** From the project's folder, such as `tests/e2e/task/revoke.test.ts`. */
  path: string;
  seconds: number;
  /** The first line of its first error. */
  error: string;
};

export type Results = Counts & {
  files: FailedFile[];
  /** Failures that belong to no test file, in words: a check, an error outside of any test. */
  outside: string[];
};

const resultsShape = z.object({
  testResults: z.array(
    z.object({
      name: z.string().default(''),
      status: z.string(),
      message: z.string().default(''),
      startTime: z.number().default(0),
      endTime: z.number().default(0),
      assertionResults: z.array(
        z.object({ status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

type FileResult = z.infer<typeof resultsShape>['testResults'][number];

/**
 * Reads vitest's results in `file`. Only passed tests count as passed: a skipped one, a file that could not be loaded
 * and an error outside of any test (exit status without a failed test) each count as a failure.
 */
export function readResults(file: string, exitCode: number): Results {
  if (!existsSync(file)) return { passed: 0, failed: 1, files: [], outside: ['vitest wrote no results'] };
  const { testResults } = resultsShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  const counted = testResults.map((result) => ({ result, ...countsOf(result) }));
  const files = counted
    .filter(({ failed }) => failed > 0)
    .map(({ result, ...counts }) => ({
      ...counts,
      path: isAbsolute(result.name) ? relative(root, result.name) : result.name,
      seconds: (result.endTime - result.startTime) / 1000,
      error: firstError(result),
    }));
  const passed = sum(counted.map((one) => one.passed));
  const failed = sum(counted.map((one) => one.failed));
  const outside = failed === 0 && exitCode !== 0 ? ['an error outside of any test'] : [];
  return { passed, failed: failed + outside.length, files, outside };
}

function countsOf({ status, assertionResults: tests }: FileResult): Counts {
  const passed = tests.filter((test) => test.status === 'passed').length;
  const failed = tests.length - passed;
  // It failed as a whole: it could not be loaded, or what it sets up or clears away failed.
  return { passed, failed: status === 'failed' && failed === 0 ? 1 : failed };
}

function firstError({ message, assertionResults }: FileResult): string {
  const text = assertionResults.flatMap((test) => test.failureMessages ?? [])[0] ?? message;
  return text.trim().split('\n')[0]!.slice(0, 300) || 'failed without a message';
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
