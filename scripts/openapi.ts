/** Writes docs/openapi.json from the calls of core: `npm run openapi [-- --check]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { openApiDocument } from './openapi-document.ts';
import { readOptions } from './read-options.ts';

const { values } = readOptions(
  `npm run openapi [-- --check]
  Prints docs/openapi.json from the calls; --check only says whether it is up to date.`,
  { options: { check: { type: 'boolean' } } },
);

const file = join(root, 'docs/openapi.json');
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
if (!values.check) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/openapi.json is not what the calls say: run npm run openapi.');
  process.exit(1);
}
