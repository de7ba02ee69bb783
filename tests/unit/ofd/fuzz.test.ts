import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const child = fileURLToPath(new URL('./fuzz-child.ts', import.meta.url));

it.each(['paper', 'ink', 'seal'])(
  'broken OFDs are answered or refused within 2 s and 200 MB [seed: %s]',
  (seed) => {
    const run = spawnSync(process.execPath, ['--no-warnings', child, seed, '150'], {
      encoding: 'utf8',
      timeout: 100_000,
    });
    expect(run.stderr).toBe('');
    const result = JSON.parse(run.stdout) as {
      failures: string[];
      drawn: number;
      slowestMs: number;
      grownMb: number;
    };
    expect(result.failures).toEqual([]);
    // most damage leaves something to draw: the cases reach the engine
    expect(result.drawn).toBeGreaterThan(30);
    expect(result.slowestMs).toBeLessThan(2000);
    expect(result.grownMb).toBeLessThan(200);
  },
  120_000,
);
