/** 64 numbers in natural order: row by row. */
export type Block = Int32Array;

/** Maps zigzag order to natural order (T.81, figure A.6). */
export const ZIGZAG: readonly number[] = (() => {
  const order: number[] = [];
  for (let sum = 0; sum < 15; sum++)
    for (let i = 0; i <= sum; i++) {
      const [row, column] = sum % 2 === 0 ? [sum - i, i] : [i, sum - i];
      if (row < 8 && column < 8) order.push(row * 8 + column);
    }
  return order;
})();

const COSINES = Float64Array.from({ length: 64 }, (_, i) => {
  const [x, u] = [i >> 3, i & 7];
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});
const half = new Float64Array(64);

/** Inverse DCT of one block (T.81, A.3.3), written to its position in the plane. */
export function transformBlock(
  coefficients: Int16Array,
  from: number,
  quantization: Block,
  samples: Uint8ClampedArray,
  to: number,
  line: number,
): void {
  let flat = true;
  for (let i = 1; flat && i < 64; i++) flat = coefficients[from + i] === 0;
  if (flat) {
    const grey = 128 + (coefficients[from]! * quantization[0]!) / 8;
    for (let y = 0; y < 8; y++) samples.fill(grey, to + y * line, to + y * line + 8);
    return;
  }
  for (let row = 0; row < 8; row++) {
    const at = from + row * 8;
    for (let x = 0; x < 8; x++) {
      let sum = 0;
      for (let u = 0; u < 8; u++) {
        const value = coefficients[at + u]!;
        if (value !== 0) sum += value * quantization[row * 8 + u]! * COSINES[x * 8 + u]!;
      }
      half[row * 8 + x] = sum;
    }
  }
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 8; x++) {
      let sum = 128;
      for (let v = 0; v < 8; v++) sum += half[v * 8 + x]! * COSINES[y * 8 + v]!;
      samples[to + y * line + x] = sum;
    }
}
