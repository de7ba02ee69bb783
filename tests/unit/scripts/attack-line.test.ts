import { expect, it } from 'vitest';
import { attackLine } from '#scripts/test/attack-reporter.ts';

const took = (moduleId: string, duration: number, collectDuration = 0) => ({
  moduleId,
  diagnostic: () => ({ duration, collectDuration }),
});

it('a run says what its attack tests took together, longest first, or nothing without any', () => {
  expect(attackLine([took('/x/tests/api/task/start.test.ts', 9_000)])).toBeNull();
  expect(
    attackLine([
      took('/x/tests/api/security/bounds.test.ts', 1_500, 500),
      took('/x/tests/api/task/start.test.ts', 9_000),
      took('/x/tests/api/security/every-value.test.ts', 40_000),
    ]),
  ).toBe('attack suite: 2 files, 42.0 s (at most 120 s on a quiet machine): every-value 40.0, bounds 2.0');
});
