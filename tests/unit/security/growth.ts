/** Time of the processor that a piece of work takes, ms: what else the machine does falls on nobody. */
export function cpuOf(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** Work that takes less is not judged: it is within what the clock and the garbage collector make of nothing. */
const JUDGED_MS = 60;
/** Four times the input: linear work takes 4 times as long, work that grows with the square 16 times. */
const FACTOR = 4;
const MOST = 10;

/**
 * The size at which work on an input of four times that size takes more than ten times as long; undefined if there is
 * none up to `largest`. Begins small, so that work that grows with the square is found before it takes minutes.
 */
export function growsAt(
  run: (size: number) => unknown,
  largest = 100_000,
  smallest = 1_600,
): number | undefined {
  let before = Number.POSITIVE_INFINITY;
  for (let size = smallest; size <= largest; size *= FACTOR) {
    let ms = cpuOf(() => run(size));
    const grows = () => ms > JUDGED_MS && ms > MOST * before;
    // The least of three: a collection of garbage or a compilation may fall on any one of them.
    for (let again = 0; again < 2 && grows(); again++)
      ms = Math.min(
        ms,
        cpuOf(() => run(size)),
      );
    if (grows()) return size / FACTOR;
    before = Math.max(ms, 1);
  }
  return undefined;
}
