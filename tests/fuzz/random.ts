import { randomFrom } from '#tests/fixtures/random.ts';

/** Numbers that a text decides: the same text, the same numbers (mulberry32). */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, count); 0 where there is none. */
  below(count: number): number;
  chance(share: number): boolean;
  /** Throws for an empty list. */
  pick<T>(list: readonly T[]): T;
}

export function randomOf(seed: string): Random {
  const next = randomFrom(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (list) => {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[below(list.length)]!;
    },
  };
}
