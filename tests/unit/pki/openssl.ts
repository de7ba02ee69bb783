import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bytes } from '#core/bytes.ts';

/** What a run of OpenSSL said: `ok` is its exit code 0. */
export type Answer = { ok: boolean; out: string };

/** A directory to run OpenSSL in, gone when `close` is called. */
export function openSslDesk() {
  const directory = mkdtempSync(join(tmpdir(), 'pki-'));
  const path = (name: string): string => join(directory, name);
  return {
    path,
    write(name: string, data: Uint8Array | string): string {
      writeFileSync(path(name), data);
      return path(name);
    },
    read: (name: string): Bytes => new Uint8Array(readFileSync(path(name))),
    run(...args: string[]): Answer {
      const result = spawnSync('openssl', args, { cwd: directory, encoding: 'utf8' });
      if (result.error) throw result.error;
      return { ok: result.status === 0, out: result.stdout + result.stderr };
    },
    close: (): void => rmSync(directory, { recursive: true, force: true }),
  };
}
