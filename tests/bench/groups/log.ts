import { createClient } from '@libsql/client/http';
import { type Bytes, toHex, utf8 } from '#core/bytes.ts';
import { runJobs } from '#core/internal/calls.ts';
import { appendLeaves } from '#core/log/append-leaves.ts';
import { leafHash } from '#core/log/merkle-hash.ts';
import { type Tile, tilePath } from '#core/log/tile.ts';
import { trailLeaf } from '#core/log/trail-leaf.ts';
import { openTree } from '#core/log/tree.ts';
import { verifyInclusion } from '#core/log/verify-proof.ts';
import { ApiClient } from '#tests/client.ts';
import { withBenchProduct } from '../bench-product.ts';
import { type BenchReport, median } from '../row.ts';

export const name = 'log';

const LEAVES = 1_000_000;
/** Lines that a contract's trail has, and that a job takes at once. */
const OF_A_TASK = 6;
const AT_ONCE = 2_048;

/**
 * A transparency log of a million leaves: what making it, appending to it and a proof from it cost, in memory and in the
 * running product with its database and its files.
 */
export async function run(report: BenchReport): Promise<void> {
  await inMemory(report);
  await inProduct(report);
}

/** Lines that are put into the database at once, and leaves that the log of the product gets. */
const WAITING = 49_152;
const IN_PRODUCT = Number(process.env.LOG_LEAVES ?? LEAVES);

async function inProduct(report: BenchReport): Promise<void> {
  const row = { peer: null, theirs: null };
  await withBenchProduct(async (product) => {
    const db = createClient({ url: product.libsqlUrl, authToken: product.libsqlToken });
    const internal = { 'x-internal-key': product.internalKey };
    const jobs = () => new ApiClient(product.baseUrl).call(runJobs, {}, internal);
    const count = async (sql: string) => Number((await db.execute(sql)).rows[0]![0]);
    let tasks = 0;
    /** Lines of contracts that wait for their places, as signing them leaves them. */
    const addContracts = async (contracts: number) => {
      const lines = `with recursive one(n) as (select 0 union all select n + 1 from one where n < ${contracts * OF_A_TASK - 1}),
        line(task, seq) as (select printf('bench%019d', ${tasks} + n / ${OF_A_TASK}), n % ${OF_A_TASK} + 1 from one)`;
      // A batch is one transaction; one that is opened by hand is refused (edge/kernel/storage/commit.ts).
      await db.batch(
        [
          `${lines} insert into trail (task_id, seq, at, event, operator, evidence, previous_hash, hash)
            select task, seq, 1, 'SIGNED', '', '{}', '', lower(hex(randomblob(32))) from line`,
          `${lines} insert into log_leaf (task_id, seq, salt) select task, seq, lower(hex(randomblob(32))) from line`,
        ],
        'write',
      );
      tasks += contracts;
    };
    await jobs();
    let spent = 0;
    while ((await count('select count(*) from log_leaf')) < IN_PRODUCT) {
      await addContracts(WAITING / OF_A_TASK);
      const began = performance.now();
      await jobs();
      spent += performance.now() - began;
    }
    const size = await count('select max(size) from log_checkpoint');
    report({
      ...row,
      name: `product: ${size} leaves, a contract of 6 lines (at most 5)`,
      unit: 'ms',
      ours: spent / tasks,
    });
    // Few contracts a minute share the cost of one checkpoint.
    const rounds: number[] = [];
    const idle: number[] = [];
    for (let n = 0; n < 9; n++) {
      const quiet = performance.now();
      await jobs();
      idle.push(performance.now() - quiet);
      await addContracts(100);
      const began = performance.now();
      await jobs();
      rounds.push(performance.now() - began);
    }
    const each = (median(rounds) - median(idle)) / 100;
    report({ ...row, name: 'product: 100 contracts behind them, each (at most 5)', unit: 'ms', ours: each });
    if ((await count('select count(*) from log_leaf where position is null')) > 0)
      throw new Error('lines are left that are not in the log');
  });
}

async function inMemory(report: BenchReport): Promise<void> {
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
