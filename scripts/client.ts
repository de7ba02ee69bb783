/** Writes client/src/calls.ts from the calls of core: `npm run client [-- --check | --build]`. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientDocument } from './client-document.ts';
import { root } from './install.mjs';
import { readOptions } from './read-options.ts';

const { values } = readOptions(
  `npm run client [-- --check | --build]
  Prints client/src/calls.ts from the calls; --check only says whether it is up to date; --build also compiles the
  package into client/dist.`,
  { options: { check: { type: 'boolean' }, build: { type: 'boolean' } } },
);

const file = join(root, 'client/src/calls.ts');
const text = clientDocument();
if (!values.check) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('client/src/calls.ts is not what the calls say: run npm run client.');
  process.exit(1);
}
if (values.build)
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'client')],
    {
      stdio: 'inherit',
    },
  );
