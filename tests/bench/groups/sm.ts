import { execFileSync } from 'node:child_process';
import { sm2 as peerSm2, sm3 as peerSm3 } from 'sm-crypto-v2';
import { toHex } from '#core/bytes.ts';
import { sm2GenerateKeyPair, sm2SignDigest, sm2VerifyDigest } from '#core/sm/sm2.ts';
import { sm3 } from '#core/sm/sm3.ts';
import { type BenchReport, interleaved } from '../row.ts';

export const name = 'sm';

const PEER = 'sm-crypto-v2 1.15.1';

/**
 * Signatures and verifications per second by `openssl speed sm2`, in time that passed as ours is; null where the
 * program is not there.
 */
function opensslSpeed(): { version: string; sign: number; verify: number } | null {
  try {
    const version = execFileSync('openssl', ['version'], { stdio: 'pipe' })
      .toString()
      .split(' ')
      .slice(0, 2)
      .join(' ');
    const text = execFileSync('openssl', ['speed', '-elapsed', '-seconds', '3', 'sm2'], {
      stdio: 'pipe',
    }).toString();
    const [sign, verify] = /CurveSM2\)\s+\S+\s+\S+\s+([\d.]+)\s+([\d.]+)/.exec(text)!.slice(1).map(Number);
    return { version, sign: sign!, verify: verify! };
  } catch {
    return null;
  }
}

/** SM2 and SM3 beside the openssl program and the fastest npm library that was found. */
export async function run(report: BenchReport): Promise<void> {
  const e = new Uint8Array(32).fill(7);
  const keys = Array.from({ length: 256 }, () => {
    const pair = sm2GenerateKeyPair();
    return { ...pair, value: sm2SignDigest(pair.privateKey, e) };
  });
  const [one] = keys as [(typeof keys)[number]];
  const privateHex = toHex(one.privateKey);
  const message = toHex(e);
  const precomputed = peerSm2.precomputePublicKey(toHex(one.publicKey));
  const peerKeys = keys.map((k) => ({
    hex: toHex(k.publicKey),
    value: peerSm2.doSignature(message, toHex(k.privateKey), { der: true }),
  }));
  const peerValue = peerKeys[0]!.value;
  let turn = 0;
  const next = (): number => {
    turn = (turn + 1) % keys.length;
    return turn;
  };
  const openssl = opensslSpeed();

  const times = await interleaved(
    {
      sign: () => sm2SignDigest(one.privateKey, e),
      peerSign: () => peerSm2.doSignature(message, privateHex, { der: true }),
      verifyNew: () => {
        const k = keys[next()]!;
        if (!sm2VerifyDigest(k.publicKey, e, k.value)) throw new Error('a good value was refused');
      },
      peerVerifyNew: () => {
        const k = peerKeys[next()]!;
        if (!peerSm2.doVerifySignature(message, k.value, k.hex, { der: true }))
          throw new Error('a good value was refused');
      },
      verifyKnown: () => sm2VerifyDigest(one.publicKey, e, one.value),
      peerVerifyKnown: () => peerSm2.doVerifySignature(message, peerValue, precomputed, { der: true }),
    },
    { rounds: 9, warmUp: 3, repeat: 64 },
  );
  const rate = (ms: number): number => 1000 / ms;
  const unit = 'per second';
  const rows: [string, number, number, number | undefined][] = [
    ['SM2 sign', times.sign, times.peerSign, openssl?.sign],
    ['SM2 verify, a key met for the first time', times.verifyNew, times.peerVerifyNew, openssl?.verify],
    ['SM2 verify, a key met before', times.verifyKnown, times.peerVerifyKnown, openssl?.verify],
  ];
  for (const [label, ours, library, program] of rows) {
    report({ name: label, unit, ours: rate(ours), peer: PEER, theirs: rate(library) });
    if (openssl)
      report({
        name: `${label} beside the program`,
        unit,
        ours: rate(ours),
        peer: openssl.version,
        theirs: program!,
      });
  }

  const data = new Uint8Array(1 << 20).fill(1);
  const digest = await interleaved({ ours: () => sm3(data), theirs: () => peerSm3(data) }, { rounds: 7 });
  report({
    name: 'SM3 of 1 MB',
    unit: 'MB/s',
    ours: rate(digest.ours),
    peer: PEER,
    theirs: rate(digest.theirs),
  });
}
