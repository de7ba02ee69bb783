/** `npm run duplicates [-- --most N] [PATH…]`: counts duplicated code in the project's TypeScript. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDuplicates, RUN } from './find-duplicates.ts';
import { root } from './install.mjs';
import { readOptions, refuse } from './read-options.ts';

const USAGE = `npm run duplicates [-- --most N] [PATH…]
  Counts the pairs of files (or twice one file) that share ${RUN} lines of code or more, to the letter or in shape: the same
  lines but for names, texts and numbers. A run in more than eight places counts as an idiom and is left out.
    --most N   how many pairs to list, longest run first (8)
    PATH…      only what lies below these folders`;

const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: { most: { type: 'string', default: '8' } },
});
const most = Number(values.most);
if (!Number.isInteger(most) || most < 0) refuse(`--most ${values.most} is no whole number.`, USAGE);

const paths = execFileSync('git', ['ls-files', '--', ...positionals], { cwd: root, encoding: 'utf8' });
const files = paths
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(join(root, file)))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const found = findDuplicates(files);
const exact = found.filter((pair) => pair.exact).length;
console.log(
  `${found.length} pairs share ${RUN} lines or more in ${files.length} files: ${exact} to the letter, ${found.length - exact} in shape alone`,
);
for (const { a, b, lines, runs, exact: same } of found.slice(0, most)) {
  const more = runs > 1 ? ` (+${runs - 1} more runs)` : '';
  console.log(
    `  ${lines} lines${same ? '' : ' in shape'}: ${a.file}:${a.from}-${a.to} ~ ${b.file}:${b.from}-${b.to}${more}`,
  );
}
