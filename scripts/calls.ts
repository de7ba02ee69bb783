/** `npm run calls`: prints docs/calls.md from the calls of core. */
import { writeFileSync } from 'node:fs';
import { callsDocument } from './calls-document.ts';
import { readOptions } from './read-options.ts';

readOptions(
  `npm run calls
  Prints docs/calls.md, the list of all calls, from their definitions.`,
  {},
);

writeFileSync(new URL('../docs/calls.md', import.meta.url), callsDocument());
console.log('docs/calls.md is as the calls say.');
