import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/**
 * Exits this process if a package's file is not patched by patches/: `sign` is a text that only the patched file
 * contains. Without its patches the server would listen on more addresses than it may.
 */
export function mustBePatched(file: string, sign: string): void {
  if (readFileSync(join(root, 'node_modules', file), 'utf8').includes(sign)) return;
  console.error(`node_modules/${file} is not patched: run npm start, or npx patch-package.`);
  process.exit(1);
}
