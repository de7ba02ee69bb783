/** Random numbers for pictures: whole numbers in from…to, both included, and choices. Brought by whoever draws. */
export type Random = {
  /** In [0, 1). */
  next(): number;
};

export const between = (random: Random, from: number, to: number): number =>
  from + Math.floor(random.next() * (to - from + 1));
/** Any number in [from, to). */
export const real = (random: Random, from: number, to: number): number => from + random.next() * (to - from);
/** One item of `list`, which must not be empty; each is as likely as the other. */
export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random.next() * list.length)] as T;

/** `count` different ones of a list. */
export function pickSome<T>(random: Random, list: readonly T[], count: number): T[] {
  const rest = [...list];
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    const [one] = rest.splice(Math.floor(random.next() * rest.length), 1);
    return one as T;
  });
}

/** Cryptographic randomness, 32 bits a number, fetched in blocks. */
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
