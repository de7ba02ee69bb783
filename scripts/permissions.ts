/** `npm run permissions`: prints docs/permissions.md from the calls and the menu. */
import { writeFileSync } from 'node:fs';
import { permissionsDocument } from './permissions-document.ts';
import { readOptions } from './read-options.ts';

readOptions(
  `npm run permissions
  Prints docs/permissions.md from the calls and the menu.`,
  {},
);

writeFileSync(new URL('../docs/permissions.md', import.meta.url), permissionsDocument());
console.log('docs/permissions.md is as the calls and the menu say.');
