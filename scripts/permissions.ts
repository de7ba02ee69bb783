/** Prints docs/permissions.md from the calls and the menu. */
import { writeFileSync } from 'node:fs';
import { permissionsDocument } from './permissions-document.ts';
import { readOptions } from './read-options.ts';

readOptions('node scripts/run.mjs scripts/permissions.ts', {});

writeFileSync(new URL('../docs/permissions.md', import.meta.url), permissionsDocument());
console.log('docs/permissions.md is as the calls and the menu say.');
