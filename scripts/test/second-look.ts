/**
 * A file with a failure is run once more, alone, when all stages are over and the machine is quiet. What passes then is
 * unsteady: said aloud and counted, but the run is green. This is a net and no way to live: an unsteady test is a fault of
 * the product or of the test (CONTRIBUTING.md, "A test that stays steady").
 */
import type { Counts, FailedFile, Results } from './results.ts';

/** More failing files than this are no accident: the run is red without a second look. */
export const MOST_UNSTEADY = 5;

/** Files that judge what all other tests of their run left behind; alone they would have nothing to judge. */
const JUDGE_THE_RUN = 'tests/plans/';

export type Unsteady = { path: string; error: string; seconds: number; secondsAlone: number };

/** `counts` are those of the run after its second look. */
export type Verdict = { counts: Counts; unsteady: Unsteady[]; why: string | null };

/** Runs one file alone. */
export type RunAlone = (path: string) => Promise<Results & { seconds: number }>;

/** Takes the second look at the failures of `first`, one file after the other. */
export async function secondLook(first: Results, alone: RunAlone): Promise<Verdict> {
  const { passed, failed, files, outside } = first;
  const red = (why: string): Verdict => ({ counts: { passed, failed }, unsteady: [], why });
  if (failed === 0) return { counts: { passed, failed }, unsteady: [], why: null };
  if (outside.length > 0) return red(outside.join('; '));
  if (files.length > MOST_UNSTEADY) return red(`${files.length} files failed, more than ${MOST_UNSTEADY}`);
  const judge = files.find(({ path }) => path.startsWith(JUDGE_THE_RUN));
  if (judge) return red(`${judge.path} judges the whole run`);
  const counts = { passed, failed };
  const unsteady: Unsteady[] = [];
  for (const file of files) {
    const again = await alone(file.path);
    if (again.failed > 0 || again.passed < file.passed + file.failed) continue;
    counts.passed += again.passed - file.passed;
    counts.failed -= file.failed;
    unsteady.push({
      path: file.path,
      error: file.error,
      seconds: file.seconds,
      secondsAlone: again.seconds,
    });
  }
  return { counts, unsteady, why: counts.failed > 0 ? 'a file failed twice' : null };
}

/** What the end of a run says, its counts last and alone on their line. */
export function closingLines({ counts, unsteady, why }: Verdict): string[] {
  const lines = unsteady.map(
    ({ path, error, seconds, secondsAlone }) =>
      `unsteady: ${path} failed after ${seconds.toFixed(0)} s and passed alone in ${secondsAlone.toFixed(0)} s: ${error}`,
  );
  if (why) lines.push(`red: ${why}`);
  if (unsteady.length > 0)
    lines.push(`${unsteady.length} unsteady: ${unsteady.map(({ path }) => path).join(', ')}`);
  return [...lines, `${counts.passed} passed, ${counts.failed} failed`];
}

/** The failures of all stages as those of one run. */
export function joinResults(all: readonly Results[]): Results {
  return {
    passed: all.reduce((total, one) => total + one.passed, 0),
    failed: all.reduce((total, one) => total + one.failed, 0),
    files: all.flatMap((one): readonly FailedFile[] => one.files),
    outside: all.flatMap((one) => one.outside),
  };
}
