import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { SECRET_NAMES } from '#core/config/secret-names.ts';
import { loadSecrets } from '#scripts/product/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'signet-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

it('makes secrets of 32 bytes once, keeps them, and lets only their owner read them', () => {
  const file = join(folder, 'made.json');
  const first = loadSecrets(file, 'sit');
  for (const name of SECRET_NAMES) expect(Buffer.from(first[name], 'base64')).toHaveLength(32);
  expect(new Set(Object.values(first)).size).toBe(SECRET_NAMES.length);
  expect(loadSecrets(file, 'sit')).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('takes what the environment gives first, and does not write that down', () => {
  const file = join(folder, 'environment.json');
  const given = (name: string) => btoa(`given ${name}`.padEnd(32));
  for (const name of SECRET_NAMES) vi.stubEnv(name, given(name));
  expect(loadSecrets(file, 'pro').TOKEN_SECRET).toBe(given('TOKEN_SECRET'));
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
});

it('[9.35i] makes nothing up in mode pro', () => {
  expect(() => loadSecrets(join(folder, 'pro.json'), 'pro')).toThrow(
    'the secret KEY_ENCRYPTION_KEY is not set',
  );
});

it('adds a secret that a newer version needs, and never replaces one', () => {
  const file = join(folder, 'older.json');
  writeFileSync(file, JSON.stringify({ KEY_ENCRYPTION_KEY: 'old' }));
  expect(loadSecrets(file, 'sit').KEY_ENCRYPTION_KEY).toBe('old');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ KEY_ENCRYPTION_KEY: 'old' });
});

it('refuses to replace a file that it cannot read', () => {
  const file = join(folder, 'broken.json');
  writeFileSync(file, '{ not json');
  expect(() => loadSecrets(file, 'sit')).toThrow('is not readable as secrets');
  expect(readFileSync(file, 'utf8')).toBe('{ not json');
});
