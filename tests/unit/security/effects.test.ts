import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Topics of all effects, as they are defined. */
const topics = readdirSync('edge', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [
    ...readFileSync(`edge/${file}`, 'utf8').matchAll(/^export const \w+ = defineEffect\(\s*'([\w-]+)'/gm),
  ])
  .map(([, topic]) => topic!);

it('docs/security.md says of every effect what it asks again, and what tries it', () => {
  const page = readFileSync('docs/security.md', 'utf8');
  const [, rest = ''] = page.split('\n## Effects after the right has gone\n');
  const rows = [...rest.split('\n## ')[0]!.matchAll(/^\| (`.+?`) \| (.+?) \| (.+) \|$/gm)];
  const told = rows.flatMap(([, names = '']) => [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!));
  expect(topics.length).toBeGreaterThan(20);
  expect(told.toSorted()).toEqual(topics.toSorted());
  // That the tests are there is checked with the other tables of the page.
  for (const [line = '', , , tests = ''] of rows)
    expect(tests, line).toMatch(/^nothing yet$|^`[\w/-]+`(, `[\w/-]+`)*$/);
});
