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
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
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
