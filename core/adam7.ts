/**
 * Passes of an interlaced PNG (ISO/IEC 15948, clause 8.2): first column, first row, column step and row step of each.
 */
export const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
