import type { Bytes } from '#core/bytes.ts';

/** An incremental digest. After `digest` no more input is accepted. */
export type Sm3 = { update(data: Uint8Array): Sm3; digest(): Bytes };

const INITIAL = [
  0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e,
] as const;

/** The constants T_j, already rotated left by j. */
const TURNED = Int32Array.from({ length: 64 }, (_, j) => {
  const t = j < 16 ? 0x79cc4519 : 0x7a879d8a;
  const n = j % 32;
  return n === 0 ? t : (t << n) | (t >>> (32 - n));
});

/**
 * The SM3 digest (GB/T 32905-2016) of `data`, 32 bytes.
 *
 * ```ts
 * sm3(new TextEncoder().encode('abc')); // 66c7f0f4…
 * ```
 */
export function sm3(data: Uint8Array): Bytes {
  return createSm3().update(data).digest();
}

/**
 * SM3 over input in chunks of any length.
 *
 * ```ts
 * const digest = createSm3().update(head).update(rest).digest();
 * ```
 */
export function createSm3(): Sm3 {
  const state = Int32Array.from(INITIAL);
  const block = new Uint8Array(64);
  const words = new Int32Array(68);
  let filled = 0;
  let total = 0;
  const hasher: Sm3 = {
    update(data) {
      total += data.length;
      let at = 0;
      if (filled > 0) {
        at = Math.min(64 - filled, data.length);
        block.set(data.subarray(0, at), filled);
        filled += at;
        if (filled < 64) return hasher;
        compress(state, words, block, 0);
        filled = 0;
      }
      for (; at + 64 <= data.length; at += 64) compress(state, words, data, at);
      if (at < data.length) {
        block.set(data.subarray(at), 0);
        filled = data.length - at;
      }
      return hasher;
    },
    digest() {
      block[filled] = 0x80;
      block.fill(0, filled + 1);
      if (filled >= 56) {
        compress(state, words, block, 0);
        block.fill(0);
      }
      const view = new DataView(block.buffer);
      view.setUint32(56, Math.floor(total / 2 ** 29));
      view.setUint32(60, (total << 3) >>> 0);
      compress(state, words, block, 0);
      const out = new Uint8Array(32);
      const outView = new DataView(out.buffer);
      for (let i = 0; i < 8; i++) outView.setInt32(i * 4, state[i]!);
      return out;
    },
  };
  return hasher;
}

function compress(state: Int32Array, w: Int32Array, data: Uint8Array, offset: number): void {
  for (let j = 0, at = offset; j < 16; j++, at += 4)
    w[j] = (data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | data[at + 3]!;
  for (let j = 16; j < 68; j++) {
    const z = w[j - 3]!;
    const x = w[j - 16]! ^ w[j - 9]! ^ ((z << 15) | (z >>> 17));
    const y = w[j - 13]!;
    const p = x ^ ((x << 15) | (x >>> 17)) ^ ((x << 23) | (x >>> 9));
    w[j] = p ^ ((y << 7) | (y >>> 25)) ^ w[j - 6]!;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let j = 0; j < 64; j++) {
    const a12 = (a << 12) | (a >>> 20);
    const sum = (a12 + e + TURNED[j]!) | 0;
    const ss1 = (sum << 7) | (sum >>> 25);
    const ff = j < 16 ? a ^ b ^ c : (a & b) | (a & c) | (b & c);
    const gg = j < 16 ? e ^ f ^ g : (e & f) | (~e & g);
    const tt1 = (ff + d + (ss1 ^ a12) + (w[j]! ^ w[j + 4]!)) | 0;
    const tt2 = (gg + h + ss1 + w[j]!) | 0;
    d = c;
    c = (b << 9) | (b >>> 23);
    b = a;
    a = tt1;
    h = g;
    g = (f << 19) | (f >>> 13);
    f = e;
    e = tt2 ^ ((tt2 << 9) | (tt2 >>> 23)) ^ ((tt2 << 17) | (tt2 >>> 15));
  }
  state[0] = state[0]! ^ a;
  state[1] = state[1]! ^ b;
  state[2] = state[2]! ^ c;
  state[3] = state[3]! ^ d;
  state[4] = state[4]! ^ e;
  state[5] = state[5]! ^ f;
  state[6] = state[6]! ^ g;
  state[7] = state[7]! ^ h;
}
