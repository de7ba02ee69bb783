import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { Refusal } from '../install.mjs';

/** Every secret is 32 random bytes in base64. What each is for: docs/deploy.md. */
export const SECRET_NAMES = [
  'KEY_ENCRYPTION_KEY',
  'TOKEN_SECRET',
  'SYNC_SECRET',
  'INTERNAL_KEY',
  'PASSWORD_KEY',
] as const;
export type Secrets = Record<(typeof SECRET_NAMES)[number], string>;

const secretsFile = z.record(z.string(), z.string());

/**
 * Secrets from the environment first, then from `file`; missing ones are made and kept there (mode 600). In mode
 * `pro` nothing is made up: a missing secret is a Refusal.
 */
export function loadSecrets(file: string, mode: string): Secrets {
  const kept = existsSync(file) ? readKept(file) : {};
  const secrets = {} as Secrets;
  const made: Record<string, string> = {};
  for (const name of SECRET_NAMES) {
    const value = process.env[name] ?? kept[name];
    if (value === undefined && mode === 'pro') {
      throw new Refusal(`SIGNET_MODE is pro and the secret ${name} is not set: set it in the environment.`);
    }
    if (value === undefined) made[name] = randomBytes(32).toString('base64');
    secrets[name] = value ?? made[name]!;
  }
  if (Object.keys(made).length > 0) {
    writeFileSync(file, `${JSON.stringify({ ...kept, ...made }, null, 2)}\n`, { mode: 0o600 });
    chmodSync(file, 0o600);
  }
  return secrets;
}

function readKept(file: string): Record<string, string> {
  try {
    return secretsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Refusal(`${file} is not readable as secrets: put back a copy, or delete it to make new ones.`);
  }
}
