/** `npm run requirements [-- --check]`: prints docs/requirements.md from docs/requirements/ and the titles of the tests. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { readOptions } from './read-options.ts';
import { requirementsDocument } from './requirements-document.ts';

const { values } = readOptions(
  `npm run requirements [-- --check]
  Prints docs/requirements.md from docs/requirements/ and the titles of the tests; --check only says whether it is up
  to date.`,
  {
    options: { check: { type: 'boolean' } },
  },
);

const file = join(root, 'docs/requirements.md');
const text = requirementsDocument();
if (!values.check) {
  writeFileSync(file, text);
  console.log('docs/requirements.md is up to date.');
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/requirements.md is not up to date: run npm run requirements.');
  process.exit(1);
}
