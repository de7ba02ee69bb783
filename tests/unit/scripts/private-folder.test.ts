import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makePrivate } from '#scripts/product/make-private.ts';

const folder = mkdtempSync(join(tmpdir(), 'signet-private-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);

it('closes an old data folder to the machine’s other users, and leaves what a link leads to', () => {
  mkdirSync(join(folder, 'data/db/dbs'), { recursive: true });
  writeFileSync(join(folder, 'outside'), '');
  for (const file of ['data/db/dbs/data', 'data/secrets.json', 'data/notes.txt'])
    writeFileSync(join(folder, file), '');
  symlinkSync(join(folder, 'outside'), join(folder, 'data/db/link'));
  for (const path of ['data', 'data/db', 'data/db/dbs']) chmodSync(join(folder, path), 0o755);
  for (const path of ['data/db/dbs/data', 'data/secrets.json', 'data/notes.txt', 'outside'])
    chmodSync(join(folder, path), 0o644);
  makePrivate(join(folder, 'data'), ['db', 'files', 'secrets.json']);
  for (const path of ['data', 'data/db', 'data/db/dbs']) expect(modeOf(path), path).toBe('700');
  for (const path of ['data/db/dbs/data', 'data/secrets.json']) expect(modeOf(path), path).toBe('600');
  // nobody else's: it lies in the folder, which is closed
  expect(modeOf('data/notes.txt')).toBe('644');
  expect(modeOf('outside')).toBe('644');
});
