import type { Reporter, TestModule } from 'vitest/node';

/** The attack tests are to take no longer on a quiet machine, all of them together. */
const MOST_SECONDS = 120;
const FOLDER = 'tests/api/security/';

/** What vitest tells of a test file, as far as it is added up here. */
type TimedModule = {
  moduleId: string;
  diagnostic(): Pick<ReturnType<TestModule['diagnostic']>, 'duration' | 'collectDuration'>;
};

/** How long the attack tests of a run took, with what they set up; null if there were none. */
export function attackLine(modules: readonly TimedModule[]): string | null {
  const own = modules.filter(({ moduleId }) => moduleId.includes(FOLDER));
  if (own.length === 0) return null;
  const parts = own.map((module) => {
    const { duration, collectDuration } = module.diagnostic();
    const name = module.moduleId
      .slice(module.moduleId.indexOf(FOLDER) + FOLDER.length)
      .replace(/\.test\.ts$/, '');
    return { name, seconds: (duration + collectDuration) / 1000 };
  });
  const sum = parts.reduce((total, { seconds }) => total + seconds, 0);
  const longest = parts
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(({ name, seconds }) => `${name} ${seconds.toFixed(1)}`);
  return `attack suite: ${own.length} files, ${sum.toFixed(1)} s (at most ${MOST_SECONDS} s on a quiet machine): ${longest.join(', ')}`;
}

/** Prints at the end of a run what its attack tests took. */
export default class AttackReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const line = attackLine(modules);
    if (line) console.log(`\n${line}`);
  }
}
