/** `npm run lifecycle`: prints docs/contract-lifecycle.md from the table of a contract's life. */
import { writeFileSync } from 'node:fs';
import { lifecycleDocument } from './lifecycle-document.ts';
import { readOptions } from './read-options.ts';

readOptions(
  `npm run lifecycle
  Prints docs/contract-lifecycle.md from the table of a contract's life.`,
  {},
);

writeFileSync(new URL('../docs/contract-lifecycle.md', import.meta.url), lifecycleDocument());
console.log('docs/contract-lifecycle.md is as the table says.');
