import { describe, expect, it } from 'vitest';
import { type Bytes, fromHex, toHex, utf8 } from '#core/bytes.ts';
import { appendLeaves } from '#core/log/append-leaves.ts';
import { readEntries, writeEntries } from '#core/log/entry-bundle.ts';
import { EMPTY_ROOT, leafHash } from '#core/log/merkle-hash.ts';
import { entriesPath, readTilePath, tilePath, tilesOf } from '#core/log/tile.ts';
import { openTree } from '#core/log/tree.ts';
import { verifyConsistency, verifyInclusion } from '#core/log/verify-proof.ts';
import { naiveRoot, tileStore } from './naive-tree.ts';

/** The entries and roots that the tests of Certificate Transparency's implementations share. */
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** A log of `count` entries, made by appends of the sizes that `steps` gives by turns; with its root after each. */
async function grow(count: number, steps: readonly number[]) {
  const store = tileStore();
  const entries = Array.from({ length: count }, (_, i) => utf8(`entry ${i}`));
  const heads = [{ size: 0, root: EMPTY_ROOT }];
  for (let size = 0, turn = 0; size < count; turn++) {
    const more = entries.slice(size, size + steps[turn % steps.length]!);
    const made = await appendLeaves(size, more.map(leafHash), store.read);
    store.write(made.tiles);
    size = made.size;
    heads.push({ size, root: made.root });
  }
  return { store, entries, heads };
}

const flipped = (bytes: Bytes): Bytes => bytes.map((byte, i) => (i === 7 ? byte ^ 1 : byte)) as Bytes;

describe('the Merkle tree of the log', () => {
  it('has the roots that are known for the entries of Certificate Transparency', async () => {
    expect(toHex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    for (const [i, root] of ROOTS.entries()) {
      const leaves = ENTRIES.slice(0, i + 1).map((hex) => leafHash(fromHex(hex)));
      expect(toHex((await appendLeaves(0, leaves, tileStore().read)).root)).toBe(root);
    }
  });

  it('has the root that RFC 6962 defines literally, in appends of any size', async () => {
    for (const [count, steps] of [
      [1, [1]],
      [255, [100]],
      [256, [256]],
      [257, [1, 255, 1]],
      [1_300, [7, 300, 1, 256, 64]],
    ] as const) {
      const { entries, heads, store } = await grow(count, steps);
      for (const { size, root } of heads) {
        expect(toHex(root), `${size}`).toBe(toHex(naiveRoot(entries.slice(0, size))));
        expect(toHex(await openTree(size, store.read).root())).toBe(toHex(root));
      }
    }
  });

  it('appends across the end of a tile of the second level', async () => {
    const store = tileStore();
    const leaves = Array.from({ length: 65_536 + 300 }, (_, i) => leafHash(utf8(`${i}`)));
    const first = await appendLeaves(0, leaves.slice(0, 65_400), store.read);
    store.write(first.tiles);
    const second = await appendLeaves(65_400, leaves.slice(65_400), store.read);
    store.write(second.tiles);
    const whole = await appendLeaves(0, leaves, store.read);
    expect(toHex(second.root)).toBe(toHex(whole.root));
    expect(store.files.has('tile/2/000.p/1')).toBe(true);
    const proof = await openTree(second.size, store.read).inclusion(65_535);
    expect(verifyInclusion(leaves[65_535]!, 65_535, proof, second)).toBe(true);
    const growth = await openTree(second.size, store.read).consistency(first.size);
    expect(verifyConsistency(first, growth, second)).toBe(true);
  });

  it('proves each leaf in each size of a small tree, and refuses a proof of anything else', async () => {
    const { entries, heads, store } = await grow(40, [1]);
    for (const head of heads.slice(1)) {
      const tree = openTree(head.size, store.read);
      for (let index = 0; index < head.size; index++) {
        const leaf = leafHash(entries[index]!);
        const proof = await tree.inclusion(index);
        expect(verifyInclusion(leaf, index, proof, head)).toBe(true);
        expect(verifyInclusion(flipped(leaf), index, proof, head)).toBe(false);
        expect(verifyInclusion(leaf, index, proof, { ...head, root: flipped(head.root) })).toBe(false);
        expect(verifyInclusion(leaf, index + 1, proof, head)).toBe(false);
        expect(verifyInclusion(leaf, index, [...proof, leaf], head)).toBe(false);
        if (proof.length > 0) {
          expect(verifyInclusion(leaf, index, proof.slice(0, -1), head)).toBe(false);
          expect(verifyInclusion(leaf, index, [flipped(proof[0]!), ...proof.slice(1)], head)).toBe(false);
        }
      }
      expect(verifyInclusion(leafHash(entries[0]!), head.size, [], head)).toBe(false);
      await expect(tree.inclusion(head.size)).rejects.toThrow(RangeError);
    }
  });

  it('proves each size the beginning of each later one, and refuses a rewritten history', async () => {
    const { heads, store } = await grow(40, [1]);
    for (const newer of heads) {
      const tree = openTree(newer.size, store.read);
      for (const older of heads.filter(({ size }) => size <= newer.size)) {
        const proof = await tree.consistency(older.size);
        expect(verifyConsistency(older, proof, newer), `${older.size} in ${newer.size}`).toBe(true);
        expect(verifyConsistency(older, [...proof, newer.root], newer)).toBe(false);
        if (older.size > 0)
          expect(verifyConsistency({ ...older, root: flipped(older.root) }, proof, newer)).toBe(false);
        if (older.size > 0 && older.size < newer.size) {
          expect(verifyConsistency(older, proof, { ...newer, root: flipped(newer.root) })).toBe(false);
          expect(verifyConsistency(older, proof.slice(1), newer)).toBe(false);
          expect(verifyConsistency(newer, proof, older)).toBe(false);
          expect(verifyConsistency(older, [flipped(proof[0]!), ...proof.slice(1)], newer)).toBe(false);
        }
      }
    }
  });

  it('refuses a tile of another length than its name says', async () => {
    const { store } = await grow(3, [3]);
    const short = async () => (await store.read({ level: 0, index: 0, width: 3 })).slice(0, 64);
    await expect(openTree(3, short).root()).rejects.toThrow(RangeError);
  });
});

describe('the files of the log', () => {
  it('have the names of tlog-tiles, and no other name is read', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 1, index: 0, width: 3 })).toBe('tile/1/000.p/3');
    expect(entriesPath({ index: 999, width: 256 })).toBe('tile/entries/999');
    expect(entriesPath({ index: 1_000, width: 1 })).toBe('tile/entries/x001/000.p/1');
    expect(readTilePath('tile/0/x001/x234/067')).toEqual({ level: 0, index: 1_234_067, width: 256 });
    expect(readTilePath('tile/entries/x001/000.p/1')).toEqual({ level: 'entries', index: 1_000, width: 1 });
    for (const other of [
      'tile/0/0',
      'tile/0/x000/001',
      'tile/00/001',
      'tile/0/001.p/256',
      'tile/0/001.p/0',
      'tile/0/../001',
      'tile/0/x001',
      'checkpoint',
    ])
      expect(readTilePath(other), other).toBeNull();
  });

  it('are as many as the tree needs', () => {
    expect([...tilesOf(0, 513)]).toEqual([
      { level: 0, index: 0, width: 256 },
      { level: 0, index: 1, width: 256 },
      { level: 0, index: 2, width: 1 },
    ]);
    expect([...tilesOf(1, 513)]).toEqual([{ level: 1, index: 0, width: 2 }]);
    expect([...tilesOf(2, 513)]).toEqual([]);
    expect([...tilesOf(0, 513, 2)]).toEqual([{ level: 0, index: 2, width: 1 }]);
  });

  it('prefix entries in a bundle with their lengths; a truncated bundle is invalid', () => {
    const entries = [utf8('a'), utf8(''), utf8('b'.repeat(300))];
    const bundle = writeEntries(entries);
    expect(toHex(bundle.slice(0, 5))).toBe('0001610000');
    expect(readEntries(bundle)).toEqual(entries);
    expect(readEntries(bundle.slice(0, -1))).toBeNull();
    expect(readEntries(bundle.slice(0, 1))).toBeNull();
    expect(() => writeEntries([new Uint8Array(65_536)])).toThrow(RangeError);
  });
});
