import { asc, eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { type Bytes, fromHex, toHex } from '#core/bytes.ts';
import { auditLog } from '#core/log/audit-log.ts';
import { readEntries } from '#core/log/entry-bundle.ts';
import { leafHash } from '#core/log/merkle-hash.ts';
import { type NoteKey, readNoteKey } from '#core/log/signed-note.ts';
import { entriesPath, TILE_WIDTH, tilePath } from '#core/log/tile.ts';
import { trailLeaf } from '#core/log/trail-leaf.ts';
import { openTree } from '#core/log/tree.ts';
import { verifyInclusion } from '#core/log/verify-proof.ts';
import { logCheckpoint, logLeaf } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { companyA, sendBetweenCompanies } from '#tests/fixtures/contracts.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { product } from '#tests/product.ts';

const get = (path: string, init?: RequestInit) => fetch(`${product().baseUrl}/log/${path}`, init);

const read = async (path: string): Promise<Bytes | null> => {
  const response = await get(path);
  return response.status === 404 ? null : new Uint8Array(await response.arrayBuffer());
};

let key: NoteKey;
let a: ApiClient;
beforeAll(async () => {
  a = await companyA();
  key = readNoteKey(await (await get('key')).text())!;
});

const newest = async () => {
  const audit = await auditLog(read, key, { before: null, from: 0 });
  expect(audit.findings).toEqual([]);
  return audit.checkpoint!;
};

const leavesOf = (taskId: string) =>
  database().select().from(logLeaf).where(eq(logLeaf.taskId, taskId)).orderBy(asc(logLeaf.seq));

it('each line of a trail becomes a leaf that says nothing without its salt, and is provable', async () => {
  const taskId = await sendBetweenCompanies(a);
  await runJobs();
  const checkpoint = await newest();
  const entries = await trailEntries(a, taskId);
  const leaves = await leavesOf(taskId);
  expect(leaves.map(({ seq }) => seq)).toEqual(entries.map(({ seq }) => seq));
  const tree = openTree(checkpoint.size, async (tile) => (await read(tilePath(tile)))!);
  for (const [i, { salt, position, leaf }] of leaves.entries()) {
    const entry = trailLeaf(salt, entries[i]!.hash);
    expect(toHex(entry)).toBe(leaf);
    const index = Math.floor(position! / TILE_WIDTH);
    const width = Math.min(TILE_WIDTH, checkpoint.size - index * TILE_WIDTH);
    const bundle = readEntries((await read(entriesPath({ index, width })))!)!;
    expect(toHex(bundle[position! % TILE_WIDTH]!)).toBe(leaf);
    expect(verifyInclusion(leafHash(entry), position!, await tree.inclusion(position!), checkpoint)).toBe(
      true,
    );
  }
  expect(new Set(leaves.map(({ salt }) => salt)).size).toBe(leaves.length);
});

it('the log only grows, also where several jobs append at once; one size says one thing', async () => {
  const before = await newest();
  await Promise.all(Array.from({ length: 4 }, () => sendBetweenCompanies(a)));
  await Promise.all([runJobs(), runJobs(), runJobs()]);
  const { findings, checkpoint } = await auditLog(read, key, { before, from: before.size });
  expect(findings).toEqual([]);
  expect(checkpoint!.size).toBeGreaterThanOrEqual(before.size + 4);
  const said = await database().select().from(logCheckpoint).orderBy(asc(logCheckpoint.size));
  const tree = openTree(checkpoint!.size, async (tile) => (await read(tilePath(tile)))!);
  expect(toHex(await tree.root())).toBe(said.find(({ size }) => size === checkpoint!.size)!.root);
  expect(fromHex(said[0]!.root)).toHaveLength(32);
});

it('places that were given before the power went are gone on with, and lead to the same tree', async () => {
  await sendBetweenCompanies(a);
  await runJobs();
  const before = await newest();
  // As a job leaves it that ended after it gave the places and before it signed.
  await database().delete(logCheckpoint).where(eq(logCheckpoint.size, before.size));
  await runJobs();
  const again = await auditLog(read, key, { before, from: 0 });
  expect(again.findings).toEqual([]);
  expect(again.checkpoint!.size).toBeGreaterThanOrEqual(before.size);
});

it('is public, may be kept for good tile by tile, and has nothing else to read', async () => {
  const { size } = await newest();
  const tile = await get(tilePath({ level: 0, index: 0, width: Math.min(size, TILE_WIDTH) }));
  expect(tile.headers.get('cache-control')).toContain('immutable');
  expect(tile.headers.get('access-control-allow-origin')).toBe('*');
  expect((await get('checkpoint')).headers.get('cache-control')).toBe('no-store');
  for (const path of [
    '',
    'tile',
    'tile/0/../000',
    'tile/0/999',
    'tile/7/000',
    'salt',
    'tile/0/000.p/300',
    '%2e%2e/files',
  ])
    expect((await get(path)).status, path).toBe(404);
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await get('checkpoint', { method })).status, method).toBe(405);
});
