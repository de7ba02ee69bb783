import { type Bytes, toHex, utf8 } from '#core/bytes.ts';
import { appendLeaves } from '#core/log/append-leaves.ts';
import { leafHash } from '#core/log/merkle-hash.ts';
import { type Tile, tilePath } from '#core/log/tile.ts';
import { trailLeaf } from '#core/log/trail-leaf.ts';
import { openTree } from '#core/log/tree.ts';
import { verifyInclusion } from '#core/log/verify-proof.ts';
import { type BenchReport, median } from '../row.ts';

export const name = 'log';

const LEAVES = 1_000_000;
/** Lines that a contract's trail has, and that a job takes at once. */
const OF_A_TASK = 6;
const AT_ONCE = 2_048;

/** A transparency log of a million leaves in memory: what making it, appending to it and a proof from it cost. */
export async function run(report: BenchReport): Promise<void> {
  const files = new Map<string, Bytes>();
  const read = async (tile: Tile) => files.get(tilePath(tile))!;
  const salt = 'a5'.repeat(32);
  const hash = '5a'.repeat(32);
  let head: { size: number; root: Bytes } = { size: 0, root: new Uint8Array(32) };
  const append = async (leaves: readonly Bytes[]) => {
    const made = await appendLeaves(head.size, leaves, read);
    for (const { tile, bytes } of made.tiles) files.set(tilePath(tile), bytes);
    head = made;
  };
  const began = performance.now();
  while (head.size < LEAVES) {
    const count = Math.min(AT_ONCE, LEAVES - head.size);
    await append(Array.from({ length: count }, (_, i) => leafHash(utf8(`leaf ${head.size + i}`))));
  }
  const row = { peer: null, theirs: null };
  report({
    ...row,
    name: '10^6 leaves in appends of 2,048',
    unit: 's',
    ours: (performance.now() - began) / 1000,
  });
  const tasks: number[] = [];
  for (let n = 0; n < 200; n++) {
    const start = performance.now();
    await append(Array.from({ length: OF_A_TASK }, () => leafHash(trailLeaf(salt, hash))));
    tasks.push(performance.now() - start);
  }
  report({ ...row, name: 'one task of 6 lines behind them', unit: 'ms', ours: median(tasks) });
  const proofs: number[] = [];
  for (let n = 0; n < 200; n++) {
    const at = (n * 4_999) % LEAVES;
    const start = performance.now();
    const proof = await openTree(head.size, read).inclusion(at);
    if (!verifyInclusion(leafHash(utf8(`leaf ${at}`)), at, proof, head)) throw new Error(`no proof of ${at}`);
    proofs.push(performance.now() - start);
  }
  report({ ...row, name: 'proof of a leaf, made and verified', unit: 'ms', ours: median(proofs) });
  const hashed = [...files].reduce((sum, [, bytes]) => sum + bytes.length, 0);
  report({ ...row, name: `tiles (root ${toHex(head.root).slice(0, 8)})`, unit: 'MB', ours: hashed / 1e6 });
}
