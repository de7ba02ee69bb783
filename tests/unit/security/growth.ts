import { cpuOf, usedSince } from '#tests/fixtures/processor-time.ts';

/** Work that takes less is not judged: it is within what the clock and the garbage collector make of nothing. */
const JUDGED_MS = 60;
/** Four times the input: linear work takes 4 times as long, work that grows with the square 16 times. */
const FACTOR = 4;
const MOST = 10;
/** So often both sizes are measured, by turns, before growth is said to be found. */
const ROUNDS = 3;

/** Whether the work on the larger input takes so much more than on the smaller one, from their least times so far, ms. */
const isSteep = (less: number, more: number) => more > JUDGED_MS && more > MOST * Math.max(less, 1);

/**
 * The size at which work on an input of four times that size takes more than ten times as long; undefined if there is
 * none up to `largest`. Begins small, so that work that grows with the square is found before it takes minutes.
 *
 * Times are the processor's, and the least of several by turns: a collection of garbage, a compilation and a processor
 * that others share make single times longer, never the least of them; work that grows with the square is so each time.
 */
export function growsAt(
  run: (size: number) => unknown,
  largest = 100_000,
  smallest = 1_600,
): number | undefined {
  let before = Number.POSITIVE_INFINITY;
  for (let size = smallest; size <= largest; size *= FACTOR) {
    let ms = cpuOf(() => run(size));
    for (let round = 1; round < ROUNDS && isSteep(before, ms); round++) {
      before = Math.min(
        before,
        cpuOf(() => run(size / FACTOR)),
      );
      ms = Math.min(
        ms,
        cpuOf(() => run(size)),
      );
    }
    if (isSteep(before, ms)) return size / FACTOR;
    before = ms;
  }
  return undefined;
}

/** As `growsAt`, for one step of four from `size`, of work that is awaited. */
export async function growsFrom(run: (size: number) => Promise<unknown>, size: number): Promise<boolean> {
  const timed = async (of: number) => {
    const began = process.cpuUsage();
    await run(of);
    return usedSince(began);
  };
  let [less, more] = [await timed(size), await timed(size * FACTOR)];
  for (let round = 1; round < ROUNDS && isSteep(less, more); round++) {
    less = Math.min(less, await timed(size));
    more = Math.min(more, await timed(size * FACTOR));
  }
  return isSteep(less, more);
}
