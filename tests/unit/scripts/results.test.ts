import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readResults } from '#scripts/test/results.ts';

const folder = mkdtempSync(join(tmpdir(), 'signet-results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(files: { status: string; tests: string[]; message?: string }[], exitCode: number) {
  const file = join(folder, 'tests.json');
  const testResults = files.map(({ status, tests, message }, index) => ({
    name: `tests/unit/${index}.test.ts`,
    status,
    message,
    startTime: 1_000,
    endTime: 3_500,
    assertionResults: tests.map((test) => ({
      status: test,
      failureMessages: test === 'failed' ? ['Error: first line\n    at its place'] : [],
    })),
  }));
  writeFileSync(file, JSON.stringify({ testResults }));
  return readResults(file, exitCode);
}

it('counts a passed test as passed and everything else as failed', () => {
  const files = [
    { status: 'passed', tests: ['passed', 'passed'] },
    { status: 'failed', tests: ['passed', 'failed', 'skipped', 'todo'] },
  ];
  expect(read(files, 1)).toEqual({
    passed: 3,
    failed: 3,
    outside: [],
    files: [{ path: 'tests/unit/1.test.ts', passed: 1, failed: 3, seconds: 2.5, error: 'Error: first line' }],
  });
});

it('counts a file that cannot be loaded, and an error outside of any test', () => {
  expect(read([{ status: 'failed', tests: [], message: 'no such module' }], 1)).toEqual({
    passed: 0,
    failed: 1,
    outside: [],
    files: [{ path: 'tests/unit/0.test.ts', passed: 0, failed: 1, seconds: 2.5, error: 'no such module' }],
  });
  const outside = ['an error outside of any test'];
  expect(read([{ status: 'passed', tests: ['passed'] }], 1)).toEqual({
    passed: 1,
    failed: 1,
    outside,
    files: [],
  });
  expect(read([{ status: 'passed', tests: ['passed'] }], 0)).toMatchObject({ passed: 1, failed: 0 });
});

it('counts a file whose tests passed and whose clearing away failed', () => {
  expect(read([{ status: 'failed', tests: ['passed'] }], 1)).toMatchObject({ passed: 1, failed: 1 });
});

it('counts a run that wrote nothing as failed', () => {
  expect(readResults(join(folder, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
});
