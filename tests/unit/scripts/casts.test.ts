import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** `as Type` in code; not in imports, comments or texts. */
const CAST = /(?<!\* .*)(?<!import .*)(?<!export .*)(?<!\/\/.*)\bas (?:unknown as )?[A-Z][\w.]*/;
const castsIn = (room: string): string[] =>
  globSync(`${room}/**/*.{ts,tsx}`)
    .filter((file) => !file.includes('/locales/'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, i) =>
          CAST.test(line) && !/^\s*(?:\*|\/\*|import|export \{|\})/.test(line) ? [`${file}:${i + 1}`] : [],
        ),
    );

// What is there stands at the edges of the language: JSON, generics of the kit, forms whose values are strings by name.
// A new one raises the number, and is asked whether a type of a column, a schema or oneOf would say it.
it.each([
  ['edge', 34],
  ['app', 109],
])('%s casts no more often than it did', (room, most) => {
  const advice =
    'a type of a column, a schema or oneOf says it without a cast; a needed one raises the number';
  expect(castsIn(room).length, advice).toBeLessThanOrEqual(most);
});

it('rows of the database are not cast when read: their columns have types', () => {
  const STORED = /\b(?:row|person|ent|enterprise|found|held|membership)\.\w+ as [A-Z]/;
  const cast = globSync('edge/**/*.ts').filter((file) => STORED.test(readFileSync(file, 'utf8')));
  expect(cast.toSorted()).toEqual(['edge/notice/index.ts', 'edge/seal/seal-row.ts']);
});
