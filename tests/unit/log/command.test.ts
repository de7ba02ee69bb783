import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bytes, utf8 } from '#core/bytes.ts';
import { appendLeaves } from '#core/log/append-leaves.ts';
import { signCheckpoint } from '#core/log/checkpoint.ts';
import { writeEntries } from '#core/log/entry-bundle.ts';
import { leafHash } from '#core/log/merkle-hash.ts';
import { writeNoteKey } from '#core/log/signed-note.ts';
import { entriesPath, tilesOf } from '#core/log/tile.ts';
import { tileStore } from './naive-tree.ts';

const SECRET = new Uint8Array(32).fill(5);
const NAME = 'contracts.example/log';
const KEY = writeNoteKey({
  name: NAME,
  kind: 'ed25519',
  publicKey: ed25519.getPublicKey(SECRET) as Bytes,
});

/** Files of a log whose entries from `forkAt` on are others, all signed by the same key. */
async function logOf(count: number, forkAt = count): Promise<ReadonlyMap<string, Bytes>> {
  const entries = Array.from({ length: count }, (_, i) => utf8(`${i < forkAt ? 'entry' : 'other'} ${i}`));
  const store = tileStore();
  const { size, root, tiles } = await appendLeaves(0, entries.map(leafHash), store.read);
  store.write(tiles);
  for (const tile of tilesOf(0, size))
    store.files.set(
      entriesPath(tile),
      writeEntries(entries.slice(tile.index * 256, tile.index * 256 + tile.width)),
    );
  store.files.set('checkpoint', utf8(signCheckpoint(NAME, { size, root }, SECRET)));
  return new Map(store.files).set('key', utf8(`${KEY}\n`));
}

const folder = mkdtempSync(join(tmpdir(), 'signet-audit-'));
const state = join(folder, 'state.json');
let files: ReadonlyMap<string, Bytes> = new Map();
const server = createServer((request, response) => {
  const file = files.get(request.url!.slice('/log/'.length));
  response.writeHead(file ? 200 : 404).end(file);
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const audit = (...more: string[]) =>
  new Promise<{ status: number; said: string }>((resolve) => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`;
    const args = ['scripts/run.mjs', 'scripts/log-audit.ts', address, '--state', state, ...more];
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });

it('npm run log:audit follows a growing log, and names a fork, a shorter log and another key', async () => {
  files = await logOf(300);
  expect((await audit()).said).toContain('HOLDS, 300 entries, 300 read');
  files = await logOf(500);
  expect(await audit()).toMatchObject({ status: 0, said: expect.stringContaining('500 entries') });
  const kept = readFileSync(state, 'utf8');

  files = await logOf(520, 400);
  const fork = await audit();
  expect(fork.status).toBe(1);
  expect(fork.said).toContain('DOES NOT HOLD');
  expect(fork.said).toMatch(/fork\s+500 in 520/);
  // Whoever is shown both can check by the log’s key alone that it said two things.
  expect(fork.said).toContain(JSON.parse(kept).checkpoint);
  expect(fork.said).toContain(new TextDecoder().decode(files.get('checkpoint')));

  files = await logOf(450);
  expect((await audit()).said).toMatch(/shrunk\s+450 of 500/);
  const other = writeNoteKey({ name: NAME, kind: 'ed25519', publicKey: new Uint8Array(32).fill(1) });
  expect((await audit('--key', other)).status).not.toBe(0);
  // Nothing of it became what was seen last.
  expect(readFileSync(state, 'utf8')).toBe(kept);
  files = await logOf(520);
  expect((await audit()).status).toBe(0);
});
