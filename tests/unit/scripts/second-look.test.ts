import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FailedFile, Results } from '#scripts/test/results.ts';
import { closingLines, secondLook } from '#scripts/test/second-look.ts';
import { STAGES, stageOf } from '#scripts/test/stages.ts';

const file = (path: string, failed = 1): FailedFile => ({
  path,
  passed: 2,
  failed,
  seconds: 130,
  error: 'Error: Timeout',
});

const run = (files: FailedFile[], outside: string[] = []): Results => ({
  passed: 100,
  failed: files.reduce((sum, one) => sum + one.failed, outside.length),
  files,
  outside,
});

/** Runs a file alone: those named in `red` fail again. Keeps which were run. */
function aloneWith(red: string[] = []) {
  const ran: string[] = [];
  const alone = async (path: string) => {
    ran.push(path);
    return red.includes(path)
      ? { ...run([file(path)]), seconds: 57 }
      : { passed: 3, failed: 0, files: [], outside: [], seconds: 57 };
  };
  return { ran, alone };
}

it('runs nothing again where nothing failed', async () => {
  const { ran, alone } = aloneWith();
  const verdict = await secondLook(run([]), alone);
  expect(closingLines(verdict)).toEqual(['100 passed, 0 failed']);
  expect(ran).toEqual([]);
});

it('is green where each failed file passes alone, and says which, both times and the error', async () => {
  const { ran, alone } = aloneWith();
  const verdict = await secondLook(run([file('tests/e2e/a.test.ts'), file('tests/api/b.test.ts')]), alone);
  expect(verdict.counts).toEqual({ passed: 102, failed: 0 });
  expect(ran).toEqual(['tests/e2e/a.test.ts', 'tests/api/b.test.ts']);
  expect(closingLines(verdict)).toEqual([
    'unsteady: tests/e2e/a.test.ts failed after 130 s and passed alone in 57 s: Error: Timeout',
    'unsteady: tests/api/b.test.ts failed after 130 s and passed alone in 57 s: Error: Timeout',
    '2 unsteady: tests/e2e/a.test.ts, tests/api/b.test.ts',
    '102 passed, 0 failed',
  ]);
});

it('is red where a file fails twice, also beside one that is unsteady', async () => {
  const { alone } = aloneWith(['tests/e2e/a.test.ts']);
  const verdict = await secondLook(run([file('tests/e2e/a.test.ts'), file('tests/api/b.test.ts')]), alone);
  expect(verdict.counts).toEqual({ passed: 101, failed: 1 });
  expect(closingLines(verdict).slice(-3)).toEqual([
    'red: a file failed twice',
    '1 unsteady: tests/api/b.test.ts',
    '101 passed, 1 failed',
  ]);
});

it('is red where a file runs fewer tests alone than it has', async () => {
  const verdict = await secondLook(run([file('tests/e2e/a.test.ts', 4)]), aloneWith().alone);
  expect(verdict.counts).toEqual({ passed: 100, failed: 4 });
});

it('is red without a second look where six files failed', async () => {
  const { ran, alone } = aloneWith();
  const six = Array.from({ length: 6 }, (_, i) => file(`tests/e2e/${i}.test.ts`));
  const verdict = await secondLook(run(six), alone);
  expect(verdict).toMatchObject({ counts: { failed: 6 }, why: '6 files failed, more than 5' });
  expect(ran).toEqual([]);
  expect((await secondLook(run(six.slice(1)), alone)).counts.failed).toBe(0);
});

it('is red without a second look if a check or no test failed, or one judging the whole run', async () => {
  const { ran, alone } = aloneWith();
  expect((await secondLook(run([], ['Types failed']), alone)).why).toBe('Types failed');
  const judge = 'tests/plans/query-plans.test.ts';
  expect((await secondLook(run([file(judge)]), alone)).why).toBe(`${judge} judges the whole run`);
  expect(ran).toEqual([]);
});

it('gives every project of tests exactly one stage', () => {
  const elsewhere = ['bench', 'fixtures', 'fuzz'];
  const projects = readdirSync('tests', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !elsewhere.includes(entry.name))
    .map(({ name }) => name);
  expect(STAGES.flatMap((stage) => stage.projects).sort()).toEqual(projects.sort());
  for (const project of projects) expect(stageOf(`tests/${project}/x.test.ts`).projects).toContain(project);
});
