import type { Bytes } from '#core/bytes.ts';

/** Bytes that a seed text determines (xorshift128). */
export function seededBytes(seed: string): (count: number) => Bytes {
  const state = new Uint32Array([0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef]);
  for (let i = 0; i < seed.length; i++)
    state[i & 3] = Math.imul(state[i & 3]! ^ seed.charCodeAt(i), 0x01000193) + i + 1;
  const next = (): number => {
    let t = state[3]!;
    const s = state[0]!;
    state[3] = state[2]!;
    state[2] = state[1]!;
    state[1] = s;
    t ^= t << 11;
    t ^= t >>> 8;
    state[0] = t ^ s ^ (s >>> 19);
    return state[0]!;
  };
  for (let i = 0; i < 20; i++) next();
  return (count) => {
    const out = new Uint8Array(count);
    for (let i = 0; i < count; i++) out[i] = next() >>> 13;
    return out;
  };
}
