import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has, in order; gaps are those of level 3. */
const NUMBERS: Record<string, number[]> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
};

const page = readFileSync('docs/security.md', 'utf8');
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| (.+) \| ?([^|]*) \|$/gm)].map(
  ([, number = '', state = '', what = '', shown = '']) => ({
    number,
    state,
    what,
    files: [...shown.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }),
);
const isThere = (file: string): boolean => existsSync(`tests/${file}`) || existsSync(file);

it('says of each requirement of ASVS 5.0.0, levels 1 and 2, once whether it holds, counted', () => {
  const meant = Object.entries(NUMBERS).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  );
  expect(rows.map(({ number }) => number)).toEqual(meant);
  expect(meant).toHaveLength(253);
  const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
  expect(page).toContain(
    `${count('holds')} hold, ${count('does not apply')} do not apply, ${count('open')} are open.`,
  );
  expect(count('holds') + count('does not apply') + count('open')).toBe(253);
  for (const { number, what } of rows) expect(what.length, number).toBeGreaterThan(3);
  // Of what is open it says what is lacking, and who can close it.
  for (const { number, state, what } of rows)
    if (state === 'open') expect(what, number).toMatch(/^.{8,}\. Closed by: \S.{5,}$/);
});

it('names what shows each that holds; every file, document and link that it names is there', () => {
  for (const { number, state, files } of rows) {
    if (state === 'holds') expect(files.length, number).toBeGreaterThan(0);
    for (const file of files) expect(isThere(file), `${number}: ${file}`).toBe(true);
  }
  // The tables above the requirements name tests, too: one by one, or a folder with its star.
  const tables = page
    .slice(0, page.indexOf('## V1 '))
    .matchAll(/`((?:api|e2e|unit|chaos|agent|sync)\/[\w/.-]+)(\*?)`/g);
  for (const [, file = '', star] of tables)
    expect([file, `${file}.test.ts`].some(isThere) || star === '*', file).toBe(true);
  expect(
    page.slice(0, page.indexOf('## V1 ')).match(/`(?:api|e2e|unit|chaos|agent)\//g)?.length,
  ).toBeGreaterThan(30);
  const named = [...page.matchAll(/`((?:docs|core|edge|app|tests)\/[\w/.-]+\.\w+)`/g)].map(
    ([, file = '']) => file,
  );
  for (const file of named) expect(isThere(file), file).toBe(true);
  const readme = readFileSync('README.md', 'utf8');
  for (const file of ['docs/security.md', 'SECURITY.md']) expect(readme).toContain(`](${file})`);
  expect(existsSync('SECURITY.md')).toBe(true);
});
