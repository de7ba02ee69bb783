import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findLongFunctions, LONGEST, LONGEST_IN_EDGE } from '#tests/fixtures/long-functions.ts';

it(`no function has more than ${LONGEST} lines of code`, () => {
  const files = globSync('{agent,app,core,db,edge,scripts,sync,tests}/**/*.{ts,tsx}');
  const long = files.flatMap((file) => findLongFunctions(file, readFileSync(file, 'utf8')));
  expect(long, 'part the function').toEqual([]);
});

it(`no function of the edge has more than ${LONGEST_IN_EDGE} lines of code`, () => {
  const files = globSync('edge/**/*.ts');
  const long = files.flatMap((file) => findLongFunctions(file, readFileSync(file, 'utf8'), LONGEST_IN_EDGE));
  expect(long, 'part the function').toEqual([]);
});

it('counts lines of code without comments and blanks, and nested named functions apart', () => {
  const text = [
    'function outer() {',
    '  // A comment.',
    '',
    '  const inner = () => {',
    '    one();',
    '    two();',
    '  };',
    '  return [1].map(() => {',
    '    return inner();',
    '  });',
    '}',
  ].join('\n');
  expect(findLongFunctions('a.ts', text, 3).map(({ name, lines, line }) => ({ name, lines, line }))).toEqual([
    { name: 'inner', lines: 4, line: 4 },
    { name: 'outer', lines: 5, line: 1 },
  ]);
});
