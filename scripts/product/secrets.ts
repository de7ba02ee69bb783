import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { SECRET_NAMES, weakSecret } from '#core/config/secret-names.ts';
import { Refusal } from '../install.mjs';

export type Secrets = Record<(typeof SECRET_NAMES)[number], string>;

const secretsFile = z.record(z.string(), z.string());

/**
 * Secrets from the environment, else from `file`; missing ones are generated and stored there (mode 600). In mode `pro`
 * none are generated: a missing secret is a Refusal.
 */
export function loadSecrets(file: string, mode: string): Secrets {
  const stored = readSecrets(file);
  const secrets = {} as Secrets;
  const made: Record<string, string> = {};
  for (const name of SECRET_NAMES) {
    const value = process.env[name] ?? stored[name];
    if (value === undefined && mode === 'pro') {
      throw new Refusal(`SIGNET_MODE is pro and the secret ${name} is not set: set it in the environment.`);
    }
    if (value === undefined) made[name] = randomBytes(32).toString('base64');
    secrets[name] = value ?? made[name]!;
  }
  const weak = weakSecret({ ...secrets, SIGNET_MODE: mode });
  if (weak) throw new Refusal(weak);
  if (Object.keys(made).length > 0) {
    writeSecrets(file, { ...stored, ...made });
  }
  return secrets;
}

/** The contents of `file`; empty if it does not exist. Throws a Refusal if it cannot be read. */
export function readSecrets(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  try {
    return secretsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Refusal(`${file} is not readable as secrets: put back a copy, or delete it to make new ones.`);
  }
}

/** Writes `file` with access for its owner only. */
export function writeSecrets(file: string, values: Record<string, string>): void {
  writeFileSync(file, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}
