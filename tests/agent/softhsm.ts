import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MODULE = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
].find((path) => existsSync(path))!;

export const PIN = '123456';
export const ADMIN_PIN = '87654321';

export interface SoftHsm {
  /** Takes all tokens out, and puts them in again. */
  unplug(): void;
  plug(): void;
  remove(): void;
}

/**
 * A SoftHSM with one token of its own. Its environment is this process's, as the module reads it: one at a time.
 * Taking the token out is taking its folder away.
 */
export function softHsm(label = 'UKey 一号'): SoftHsm {
  const folder = mkdtempSync(join(tmpdir(), 'signet-hsm-'));
  const tokens = join(folder, 'tokens');
  const away = join(folder, 'away');
  mkdirSync(tokens);
  mkdirSync(away);
  writeFileSync(
    join(folder, 'softhsm2.conf'),
    `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`,
  );
  process.env.SOFTHSM2_CONF = join(folder, 'softhsm2.conf');
  execFileSync(
    'softhsm2-util',
    ['--init-token', '--free', '--label', label, '--pin', PIN, '--so-pin', ADMIN_PIN],
    { stdio: 'pipe' },
  );
  const move = (from: string, to: string) => {
    for (const name of readdirSync(from)) renameSync(join(from, name), join(to, name));
  };
  return {
    unplug: () => move(tokens, away),
    plug: () => move(away, tokens),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
