import { expect, it } from 'vitest';
import { findDuplicates } from '#scripts/find-duplicates.ts';

const run = (name: string) => `
// a comment that differs: ${name}
export function ${name}(rows: Row[], at: number) {
  const first = rows.filter((row) => row.owner === at).map((row) => row.${name});

  const last = rows.find((row) => row.owner !== at) ?? rows.at(-1);
  if (last === undefined || first.length === 0) return null;
  const sum = first.reduce((total, one) => total + one, 0);
  return { sum, last, text: '${name}', share: sum / first.length };
}
`;
const pairsOf = (...texts: string[]) => findDuplicates(texts.map((text, at) => ({ file: `${at}.ts`, text })));

it('finds literal and structural duplicates, ignoring whitespace and comments', () => {
  expect(pairsOf(run('price'), `const before = 1;\n${run('price')}`)).toEqual([
    {
      a: { file: '0.ts', from: 3, to: 9 },
      b: { file: '1.ts', from: 4, to: 10 },
      lines: 6,
      runs: 1,
      exact: true,
    },
  ]);
  expect(pairsOf(run('price'), run('weight'))).toMatchObject([{ lines: 6, exact: false }]);
  expect(pairsOf(run('price') + run('weight'))).toMatchObject([
    { a: { file: '0.ts', from: 3 }, b: { file: '0.ts', from: 13 } },
  ]);
});

it('counts two files once, however many runs they share, and names the longest', () => {
  const longer = run('price').replace('  return {', '  const half = [sum / 2, sum % 2];\n  return {');
  const apart = 'apart(1);\n';
  const found = pairsOf(`${run('weight')}${apart}${longer}`, `${longer}${apart}${apart}${run('weight')}`);
  expect(found.filter(({ a, b }) => a.file !== b.file)).toMatchObject([
    { lines: 7, a: { from: 14 }, b: { from: 3 } },
  ]);
});

it('ignores short and thin runs, imports, and code in more than eight places', () => {
  expect(pairsOf(run('price').replace(/.*reduce.*\n/, ''), run('price'))).toEqual([]);
  const thin = '{\n  a(\n    1,\n    b,\n    c,\n    d,\n    e,\n  );\n}\n';
  expect(pairsOf(thin, thin)).toEqual([]);
  const imports = `import {\n${Array.from({ length: 40 }, (_, i) => `  name${i},\n`).join('')}} from './x.ts';\n`;
  expect(pairsOf(imports, imports)).toEqual([]);
  const often = (times: number) => Array.from({ length: times }, (_, i) => run(`name${i}`));
  expect(pairsOf(...often(8))).toHaveLength(28);
  expect(pairsOf(...often(9))).toEqual([]);
});
