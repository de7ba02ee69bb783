import { rmSync } from 'node:fs';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type Bytes, toHex, utf8 } from '#core/bytes.ts';
import { bundleFiles, REPORTS } from '#core/evidence/bundle.ts';
import { appendLeaves } from '#core/log/append-leaves.ts';
import { signCheckpoint } from '#core/log/checkpoint.ts';
import { leafHash } from '#core/log/merkle-hash.ts';
import { trailLeaf } from '#core/log/trail-leaf.ts';
import { openTree } from '#core/log/tree.ts';
import { chainTrail } from '#core/task/trail.ts';
import { openBundle, verifyBundle } from '#core/verification/verify-bundle.ts';
import { followVerifyPage, unpack } from '#tests/fixtures/evidence-bundle.ts';
import { tileStore } from '../log/naive-tree.ts';

const SECRET = new Uint8Array(32).fill(5);
const DOCUMENT = utf8('a document');
const ORIGIN = 'contracts.example/log';

/** A bundle whose lines stand behind `before` others in the log; its report and its time stamp are none. */
async function bundle(before: number) {
  const digest = toHex(sha256(DOCUMENT));
  const entries = await chainTrail(
    null,
    (['INITIATED', 'SIGNED', 'COMPLETED'] as const).map((event, i) => ({
      taskId: 'task',
      at: 1_000 + i,
      event,
      operator: '张三 "A" \\ B',
      agent: '',
      remark: "备注 $(false) 'x' `y`",
      evidence: event === 'SIGNED' ? { 'document 1': digest } : ({} as Record<string, string>),
    })),
  );
  const salts = entries.map((_, i) => toHex(new Uint8Array(32).fill(i + 1)));
  const store = tileStore();
  const { size, root, tiles } = await appendLeaves(
    0,
    [
      ...Array.from({ length: before }, (_, i) => leafHash(utf8(`other ${i}`))),
      ...entries.map(({ hash }, i) => leafHash(trailLeaf(salts[i]!, hash))),
    ],
    store.read,
  );
  store.write(tiles);
  const tree = openTree(size, store.read);
  const files = bundleFiles({
    number: 'QS1',
    title: '合同',
    fileType: 'PDF',
    language: 'zh-CN',
    documents: [{ name: '合同.pdf', sha256: digest }],
    trail: await Promise.all(
      entries.map(async (entry, i) => {
        const path = (await tree.inclusion(before + i)).map(toHex);
        return { ...entry, proof: { salt: salts[i]!, position: before + i, path } };
      }),
    ),
    logKey: { name: ORIGIN, kind: 'ed25519', publicKey: ed25519.getPublicKey(SECRET) as Bytes },
    checkpoint: signCheckpoint(ORIGIN, { size, root }, SECRET),
    token: utf8('none'),
    certificates: [],
    roots: [],
    ocsps: [],
    crls: [],
  });
  const all = [
    ...files,
    { name: 'documents/1.pdf', bytes: DOCUMENT },
    ...REPORTS.map((name) => ({ name, bytes: DOCUMENT })),
  ];
  return zipSync(Object.fromEntries(all.map(({ name, bytes }) => [name, bytes])), { level: 0 }) as Bytes;
}

it('openssl verifies trail, log and checkpoint for any position in the log and any text', async () => {
  for (const before of [0, 5, 253, 255, 300, 511]) {
    const folder = unpack(await bundle(before));
    const [, documents, trail, log, checkpoint] = followVerifyPage(folder);
    for (const step of [documents, trail, log]) expect(step!.status, step!.output).toBe(0);
    expect(checkpoint!.output).toContain('Signature Verified Successfully');
    rmSync(folder, { recursive: true });
  }
});

it('what the engine cannot prove is named, and nothing else', async () => {
  const zip = await bundle(5);
  const { problems, verdict } = await verifyBundle(openBundle(zip)!, zip.length, {
    time: Date.now(),
    trustAnchors: [],
  });
  expect(verdict).toBe('invalid');
  expect(new Set(problems)).toEqual(
    new Set(['evidence-report-changed', 'file-not-recognized', 'evidence-checkpoint-not-stamped']),
  );
  expect(openBundle(utf8('PK no zip'))).toBeNull();
});
