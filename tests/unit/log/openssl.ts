import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bytes, concatBytes, fromHex } from '#core/bytes.ts';

/** A SubjectPublicKeyInfo of an Ed25519 key (RFC 8410, clause 4). */
const spki = (publicKey: Bytes): Bytes => concatBytes(fromHex('302a300506032b6570032100'), publicKey);

function inFolder<T>(work: (path: (name: string, bytes: Uint8Array) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'signet-log-'));
  try {
    return work((name, bytes) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const openssl = {
  verifiesEd25519: (publicKey: Bytes, message: Bytes, signature: Bytes): boolean =>
    inFolder((path) => {
      const key = ['-pubin', '-keyform', 'DER', '-inkey', path('key', spki(publicKey))];
      const files = ['-in', path('message', message), '-sigfile', path('signature', signature)];
      return spawnSync('openssl', ['pkeyutl', '-verify', ...key, '-rawin', ...files]).status === 0;
    }),
  hmac: (saltHex: string, messageHex: string): string =>
    inFolder((path) =>
      execFileSync(
        'openssl',
        [
          'dgst',
          '-sha256',
          '-mac',
          'HMAC',
          '-macopt',
          `hexkey:${saltHex}`,
          path('message', fromHex(messageHex)),
        ],
        { encoding: 'utf8' },
      )
        .trim()
        .slice(-64),
    ),
};
