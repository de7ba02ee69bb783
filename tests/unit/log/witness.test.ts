import { ed25519 } from '@noble/curves/ed25519.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bytes, fromUtf8, utf8 } from '#core/bytes.ts';
import { appendLeaves } from '#core/log/append-leaves.ts';
import { readCheckpoint, signCheckpoint } from '#core/log/checkpoint.ts';
import { cosignedAt } from '#core/log/cosignature.ts';
import { leafHash } from '#core/log/merkle-hash.ts';
import { readNoteKey, writeNoteKey } from '#core/log/signed-note.ts';
import { openTree } from '#core/log/tree.ts';
import { addCheckpoint, withCosignature } from '#core/log/witness.ts';
import { startWitness } from '#tests/fixtures/witness.ts';
import { tileStore } from './naive-tree.ts';

const SECRET = new Uint8Array(32).fill(7);
const NAME = 'contracts.example/log';

/** A log of `size` leaves, its checkpoint, and the request about it to a witness that knows `old` of them. */
async function logOf(size: number, text = 'leaf') {
  const store = tileStore();
  const leaves = Array.from({ length: size }, (_, i) => leafHash(utf8(`${text} ${i}`)));
  const { root, tiles } = await appendLeaves(0, leaves, store.read);
  store.write(tiles);
  const note = signCheckpoint(NAME, { size, root }, SECRET);
  const ask = async (old: number) =>
    addCheckpoint(old, await openTree(size, store.read).consistency(old), note);
  return { note, ask };
}

let witness: Awaited<ReturnType<typeof startWitness>>;
beforeEach(async () => {
  witness = await startWitness();
  const publicKey = ed25519.getPublicKey(SECRET) as Bytes;
  witness.follow(writeNoteKey({ name: NAME, kind: 'ed25519', publicKey }));
});
afterEach(() => witness.close());

it('a request to a witness has the form of tlog-witness: old size, proof, empty line, note', async () => {
  const { ask, note } = await logOf(700);
  const [head, ...rest] = fromUtf8(await ask(300)).split('\n');
  expect(head).toBe('old 300');
  const empty = rest.indexOf('');
  for (const line of rest.slice(0, empty)) expect(line).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  expect(rest.slice(empty + 1).join('\n')).toBe(note);
  expect(fromUtf8(await ask(0))).toBe(`old 0\n\n${note}`);
});

it('a tree that continues the last one is cosigned, also a second time; another history is not', async () => {
  const first = await logOf(300);
  expect(witness.judge(await first.ask(0))[0]).toBe(200);
  const later = await logOf(700);
  expect(witness.judge(await later.ask(0))).toEqual([409, '300\n']);
  const [status, answer] = witness.judge(await later.ask(300));
  expect(status).toBe(200);
  const key = readNoteKey(witness.key)!;
  const checkpoint = readCheckpoint(later.note)!;
  const note = withCosignature(checkpoint.note, answer, key)!;
  expect(cosignedAt(note, key)).toBeGreaterThan(1_700_000_000);
  expect(note.signatures).toHaveLength(2);
  expect(witness.judge(await later.ask(700))[0]).toBe(200);
  expect(witness.judge(await (await logOf(900, 'other')).ask(700))[0]).toBe(422);
});

it('an answer without a valid cosignature of this witness on this checkpoint is not taken', async () => {
  const [{ ask, note }, { note: other }] = [await logOf(3), await logOf(4)];
  const [, answer] = witness.judge(await ask(0));
  const key = readNoteKey(witness.key)!;
  expect(withCosignature(readCheckpoint(other)!.note, answer, key)).toBeNull();
  const { note: asked } = readCheckpoint(note)!;
  for (const wrong of ['', 'no line\n', answer.trimEnd(), answer.replace('witness.', 'other.')])
    expect(withCosignature(asked, wrong, key), wrong).toBeNull();
  expect(
    withCosignature(asked, answer, { ...key, publicKey: ed25519.getPublicKey(SECRET) as Bytes }),
  ).toBeNull();
  expect(withCosignature(asked, answer, key)).not.toBeNull();
});
