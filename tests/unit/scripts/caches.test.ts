import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A variable of a module that requests change: a Map, a Set, or a `let`. */
const KEPT = /^(?:export )?(?:let \w+|const \w+ = new (?:Weak)?(?:Map|Set)(?:<[^;]*>)?\(\))/m;

it('what an isolate keeps in memory is judged for several Workers in docs/decisions/workers.md', () => {
  const judged = readFileSync('docs/decisions/workers.md', 'utf8');
  const keep = globSync('edge/**/*.ts').filter((file) => KEPT.test(readFileSync(file, 'utf8')));
  expect(keep.length).toBeGreaterThan(10);
  expect(keep.filter((file) => !judged.includes(`\`${file}\``))).toEqual([]);
});
