import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import { HOSTILE } from './hostile-files.ts';

interface Answer {
  calls: { call: string; ms: number; spent: number; most: number; answer: string }[];
  grownMb: number;
}

const folder = mkdtempSync(join(tmpdir(), 'ofd-hostile-'));
const script = join(folder, 'child.mjs');
// Reading hundreds of modules would cost each of the processes more than most of the files do.
beforeAll(() => {
  const entry = fileURLToPath(new URL('./hostile-child.ts', import.meta.url));
  buildSync({
    entryPoints: [entry],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(Object.keys(HOSTILE))(
  'a file made to cost much is answered or refused, by counted work and within 200 MB: %s',
  (name) => {
    const file = join(folder, 'hostile.ofd');
    writeFileSync(file, HOSTILE[name]!());
    // what is held at once must fit into the heap, or the process ends; what has been let go would stay in a larger one
    const heap = ['--max-old-space-size=120', '--max-semi-space-size=8'];
    const run = spawnSync(process.execPath, ['--no-warnings', ...heap, script, file], {
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    });
    expect(run.stderr).toBe('');
    const { calls, grownMb } = JSON.parse(run.stdout) as Answer;
    for (const { call, spent, most, answer } of calls) {
      expect(answer, call).not.toMatch(/defect/);
      // counted, so the same on every machine; how long that takes is measured by `npm run bench -- ofd-read`
      expect(spent, call).toBeLessThanOrEqual(most + 1);
    }
    expect(grownMb).toBeLessThan(200);
  },
);
