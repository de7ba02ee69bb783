/** Random source for pictures, provided by the caller: integers in from…to, both inclusive, and choices. */
export type Random = {
  /** In [0, 1). */
  next(): number;
};

export const between = (random: Random, from: number, to: number): number =>
  from + Math.floor(random.next() * (to - from + 1));
/** Any number in [from, to). */
export const real = (random: Random, from: number, to: number): number => from + random.next() * (to - from);
/** One item of `list`, which must not be empty, uniformly distributed. */
export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random.next() * list.length)] as T;

/** `count` distinct items of a list. */
export function pickSome<T>(random: Random, list: readonly T[], count: number): T[] {
  const rest = [...list];
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    const [one] = rest.splice(Math.floor(random.next() * rest.length), 1);
    return one as T;
  });
}

/** Cryptographic randomness, 32 bits per number, fetched in blocks. */
export function secureRandom(): Random {
  let block = new Uint32Array(0);
  let at = 0;
  return {
    next() {
      if (at === block.length) {
        block = crypto.getRandomValues(new Uint32Array(256));
        at = 0;
      }
      return (block[at++] ?? 0) / 2 ** 32;
    },
  };
}
