import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/**
 * Ends this process where a file of a package is not as patches/ makes it: `sign` is a text that only the patched one has.
 * Without its patches the server would listen to more than it may.
 */
export function mustBePatched(file: string, sign: string): void {
  if (readFileSync(join(root, 'node_modules', file), 'utf8').includes(sign)) return;
  console.error(`node_modules/${file} is not patched: run npm start, or npx patch-package.`);
  process.exit(1);
}
