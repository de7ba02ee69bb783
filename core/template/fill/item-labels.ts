const BULLETS = ['•', '◦', '▪', '–'];
/** 1. · a) · i. · (1) */
const NUMBERS: readonly ((n: number) => string)[] = [
  (n) => `${n}.`,
  (n) => `${letters(n)})`,
  (n) => `${roman(n)}.`,
  (n) => `(${n})`,
];

/**
 * Generates the labels of list items, item by item. A list ends at an item of a lower level, at one of the same level
 * and the other kind, and at a block that is not an item (`end`).
 */
export function itemLabels() {
  let open: { ordered: boolean; count: number }[] = [];
  return {
    next(level: number, ordered: boolean): string {
      open.length = Math.min(open.length, level + 1);
      while (open.length < level) open.push({ ordered: false, count: 0 });
      if (open[level]?.ordered !== ordered) open[level] = { ordered, count: 0 };
      const list = open[level]!;
      list.count++;
      return ordered ? NUMBERS[level % NUMBERS.length]!(list.count) : BULLETS[level % BULLETS.length]!;
    },
    end(): void {
      open = [];
    },
  };
}

/** 1 → a, 26 → z, 27 → aa. */
export function letters(n: number): string {
  let out = '';
  for (let rest = n; rest > 0; rest = Math.floor((rest - 1) / 26))
    out = String.fromCharCode(97 + ((rest - 1) % 26)) + out;
  return out;
}

const ROMAN: readonly [number, string][] = [
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** 1 → i, 4 → iv; in lower case. */
export function roman(n: number): string {
  let out = '';
  let rest = n;
  for (const [value, sign] of ROMAN) for (; rest >= value; rest -= value) out += sign;
  return out;
}

export type ItemLabels = ReturnType<typeof itemLabels>;
