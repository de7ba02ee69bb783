import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countTests } from '#scripts/test/count-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'signet-count-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function counted(files: { status: string; tests: string[] }[], exitCode: number) {
  const file = join(folder, 'tests.json');
  const testResults = files.map(({ status, tests }) => ({
    status,
    assertionResults: tests.map((test) => ({ status: test })),
  }));
  writeFileSync(file, JSON.stringify({ testResults }));
  return countTests(file, exitCode);
}

it('counts a passed test as passed and everything else as failed', () => {
  const files = [
    { status: 'passed', tests: ['passed', 'passed'] },
    { status: 'failed', tests: ['passed', 'failed', 'skipped', 'todo'] },
  ];
  expect(counted(files, 1)).toEqual({ passed: 3, failed: 3 });
});

it('counts a file that cannot be loaded, and an error outside of any test', () => {
  expect(counted([{ status: 'failed', tests: [] }], 1)).toEqual({ passed: 0, failed: 1 });
  expect(counted([{ status: 'passed', tests: ['passed'] }], 1)).toEqual({ passed: 1, failed: 1 });
  expect(counted([{ status: 'passed', tests: ['passed'] }], 0)).toEqual({ passed: 1, failed: 0 });
});

it('counts a run that wrote nothing as failed', () => {
  expect(countTests(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
});
