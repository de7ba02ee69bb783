import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, it } from 'vitest';
import { type Bytes, utf8 } from '#core/bytes.ts';
import { appendLeaves } from '#core/log/append-leaves.ts';
import { auditLog } from '#core/log/audit-log.ts';
import { signCheckpoint } from '#core/log/checkpoint.ts';
import { writeEntries } from '#core/log/entry-bundle.ts';
import { leafHash } from '#core/log/merkle-hash.ts';
import type { NoteKey } from '#core/log/signed-note.ts';
import { entriesPath, tilesOf } from '#core/log/tile.ts';
import { tileStore } from './naive-tree.ts';

const SECRET = new Uint8Array(32).fill(3);
const KEY: NoteKey = {
  name: 'contracts.example/log',
  kind: 'ed25519',
  publicKey: ed25519.getPublicKey(SECRET) as Bytes,
};

const entriesOf = (count: number, text = 'entry') =>
  Array.from({ length: count }, (_, i) => utf8(`${text} ${i}`));

/** A log with files as they are served. */
async function served(entries: readonly Bytes[]) {
  const store = tileStore();
  const { size, root, tiles } = await appendLeaves(0, entries.map(leafHash), store.read);
  store.write(tiles);
  for (const tile of tilesOf(0, size))
    store.files.set(
      entriesPath(tile),
      writeEntries(entries.slice(tile.index * 256, tile.index * 256 + tile.width)),
    );
  store.files.set('checkpoint', utf8(signCheckpoint(KEY.name, { size, root }, SECRET)));
  return { files: store.files, head: { size, root } };
}

const audit = (
  files: ReadonlyMap<string, Bytes>,
  before: Parameters<typeof auditLog>[2] = { before: null, from: 0 },
  key = KEY,
) => auditLog(async (path) => files.get(path) ?? null, key, before);

it('a log that only grew passes, read from its start or from the last size', async () => {
  const yesterday = await served(entriesOf(700));
  const today = await served(entriesOf(66_000));
  expect(await audit(yesterday.files)).toMatchObject({ findings: [], read: 700, checkpoint: { size: 700 } });
  expect(await audit(today.files)).toMatchObject({ findings: [], read: 66_000 });
  const followed = await audit(today.files, { before: yesterday.head, from: 700 });
  expect(followed).toMatchObject({ findings: [], read: 66_000 - 512 });
  const empty = await served([]);
  expect(await audit(empty.files)).toMatchObject({ findings: [], read: 0 });
});

it('a fork is found: other entries at the same size, or a beginning that is not what was read', async () => {
  const seen = await served(entriesOf(700));
  for (const count of [700, 900]) {
    const other = await served(entriesOf(count, 'another'));
    const { findings } = await audit(other.files, { before: seen.head, from: 700 });
    expect(findings).toEqual([{ problem: 'fork', at: `700 in ${count}` }]);
  }
  const shorter = await served(entriesOf(600));
  expect((await audit(shorter.files, { before: seen.head, from: 700 })).findings).toEqual([
    { problem: 'shrunk', at: '600 of 700' },
  ]);
});

it('a rewritten entry is found and named, and so is a gap', async () => {
  const { files, head } = await served(entriesOf(700));
  const bundle = entriesOf(700).slice(256, 512);
  const rewritten = writeEntries(bundle.map((entry, i) => (i === 44 ? utf8('other') : entry)));
  expect((await audit(new Map(files).set('tile/entries/001', rewritten))).findings).toEqual([
    { problem: 'entry-rewritten', at: 'leaf 300' },
  ]);
  expect(
    (await audit(new Map(files).set('tile/entries/001', writeEntries(bundle.slice(1))))).findings,
  ).toContainEqual({
    problem: 'gap',
    at: 'tile/entries/001',
  });
  // One that was followed since finds it when it reads all again.
  const again = await audit(new Map(files).set('tile/entries/001', rewritten), { before: head, from: 0 });
  expect(again.findings).toEqual([{ problem: 'entry-rewritten', at: 'leaf 300' }]);
});

it('each missing or broken tile is found and named', async () => {
  const { files } = await served(entriesOf(700));
  for (const path of [...files.keys()].filter((path) => path !== 'checkpoint')) {
    const without = new Map(files);
    without.delete(path);
    expect((await audit(without)).findings).toContainEqual({ problem: 'tile-missing', at: path });
  }
  const short = new Map(files).set('tile/0/001', files.get('tile/0/001')!.slice(32));
  expect((await audit(short)).findings).toEqual([{ problem: 'tile-broken', at: 'tile/0/001' }]);
});

it('a tile that does not follow from its leaves is found, and leaves that miss the root', async () => {
  const { files } = await served(entriesOf(700));
  const flip = (path: string) =>
    new Map(files).set(path, files.get(path)!.map((byte, i) => (i === 40 ? byte ^ 1 : byte)) as Bytes);
  expect((await audit(flip('tile/1/000.p/2'))).findings).toEqual([
    { problem: 'tile-rewritten', at: 'tile/1/000.p/2' },
  ]);
  const { findings } = await audit(flip('tile/0/000'));
  expect(findings.map(({ problem }) => problem)).toEqual(
    expect.arrayContaining(['entry-rewritten', 'tile-rewritten', 'root-wrong']),
  );
});

it('a checkpoint that is missing, of another key or changed is found', async () => {
  const { files } = await served(entriesOf(3));
  const problems = async (from: ReadonlyMap<string, Bytes>, key = KEY) =>
    (await audit(from, undefined, key)).findings.map(({ problem }) => problem);
  const without = new Map(files);
  without.delete('checkpoint');
  expect(await problems(without)).toEqual(['checkpoint-missing']);
  expect(await problems(files, { ...KEY, name: 'other.example/log' })).toEqual(['checkpoint-not-signed']);
  const note = new TextDecoder().decode(files.get('checkpoint'));
  const changed = new Map(files).set('checkpoint', utf8(note.replace('\n3\n', '\n2\n')));
  expect(await problems(changed)).toEqual(['checkpoint-not-signed']);
});
