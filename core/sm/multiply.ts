import {
  type AffinePoint,
  addAffine,
  addCached,
  affineFromNumbers,
  BASE_X,
  BASE_Y,
  type CachedPoint,
  cachePoint,
  copyPoint,
  doublePoint,
  normalisePoints,
  type Point,
  pointAtInfinity,
  setAffine,
} from './point.ts';

/** Precomputed multiples of a point, for multiplication without doublings: rows[i][j] = (j + 1) 2^(width i) P. */
export type PointTable = { width: number; rows: AffinePoint[][] };

/** Width 7 costs about 5 ms once and 420 kB; computed for the first signature or verification. */
const BASE_WIDTH = 7;
const KEY_WIDTH = 5;
let baseTable: PointTable | undefined;

function makeTable(point: AffinePoint, width: number): PointTable {
  const rowCount = Math.ceil(257 / width);
  const half = 1 << (width - 1);
  const running = pointAtInfinity();
  setAffine(running, point);
  const heads: Point[] = [];
  for (let i = 0; i < rowCount; i++) {
    heads.push(copyPoint(running));
    for (let j = 0; j < width; j++) doublePoint(running);
  }
  const all: Point[] = [];
  for (const head of normalisePoints(heads)) {
    const p = pointAtInfinity();
    for (let j = 0; j < half; j++) {
      addAffine(p, head);
      all.push(copyPoint(p));
    }
  }
  const flat = normalisePoints(all);
  return { width, rows: heads.map((_, i) => flat.slice(i * half, (i + 1) * half)) };
}

const tableOfBase = (): PointTable => {
  baseTable ??= makeTable(affineFromNumbers(BASE_X, BASE_Y), BASE_WIDTH);
  return baseTable;
};

/** sum = sum + k P by P's table, 0 <= k < 2^256. One addition per window, no doublings. */
export function addMultiple(sum: Point, table: PointTable, k: bigint): void {
  const { width, rows } = table;
  const words = wordsOf(k);
  const size = 1 << width;
  let carry = 0;
  for (let i = 0; i < rows.length; i++) {
    const at = i * width;
    const word = at >>> 5;
    const shift = at & 31;
    let digit = (words[word] ?? 0) >>> shift;
    if (shift + width > 32) digit |= (words[word + 1] ?? 0) << (32 - shift);
    digit = (digit & (size - 1)) + carry;
    carry = digit > size >> 1 ? 1 : 0;
    if (carry === 1) digit -= size;
    if (digit > 0) addAffine(sum, rows[i]![digit - 1]!);
    else if (digit < 0) addAffine(sum, rows[i]![-digit - 1]!, true);
  }
}

/** k G. */
export function multiplyBase(k: bigint): Point {
  const sum = pointAtInfinity();
  addMultiple(sum, tableOfBase(), k);
  return sum;
}

/** sG + tP for a key without a table: wNAF of width 5 for P, the table for G. */
export function multiplyBaseAndPoint(s: bigint, t: bigint, point: AffinePoint): Point {
  const sum = multiplyPoint(t, point);
  addMultiple(sum, tableOfBase(), s);
  return sum;
}

/** sG + tP by tables of both. */
export function multiplyBaseAndTable(s: bigint, t: bigint, table: PointTable): Point {
  const sum = multiplyBase(s);
  addMultiple(sum, table, t);
  return sum;
}

/** k P. */
export function multiplyPoint(k: bigint, point: AffinePoint): Point {
  const odd: CachedPoint[] = [];
  const p = pointAtInfinity();
  setAffine(p, point);
  const twice = copyPoint(p);
  doublePoint(twice);
  const step = cachePoint(twice);
  for (let i = 0; i < 8; i++) {
    odd.push(cachePoint(p));
    addCached(p, step);
  }
  const digits = nonAdjacentForm(k);
  const sum = pointAtInfinity();
  for (let i = digits.length - 1; i >= 0; i--) {
    doublePoint(sum);
    const digit = digits[i]!;
    if (digit > 0) addCached(sum, odd[digit >> 1]!);
    else if (digit < 0) addCached(sum, odd[-digit >> 1]!, true);
  }
  return sum;
}

/** wNAF digits of k, lowest first: 0 or odd from -15 to 15, each followed by at least four zeros if it is not 0. */
function nonAdjacentForm(k: bigint): Int8Array {
  const words = wordsOf(k);
  const digits = new Int8Array(258);
  let carry = 0;
  let i = 0;
  while (i < 257) {
    const bit = ((words[i >>> 5] ?? 0) >>> (i & 31)) & 1;
    // With a carry, a set bit becomes 0 and passes the carry on.
    if (bit === carry) {
      i++;
      continue;
    }
    const word = i >>> 5;
    const shift = i & 31;
    let window = (words[word] ?? 0) >>> shift;
    if (shift > 27) window |= (words[word + 1] ?? 0) << (32 - shift);
    window = (window & 31) + carry;
    carry = window > 16 ? 1 : 0;
    digits[i] = carry === 1 ? window - 32 : window;
    i += 5;
  }
  return digits;
}

const CACHED_TABLES = 32;
/** Building a table costs about as much as it saves in sixteen verifications. */
const USES_BEFORE_TABLE = 12;
const tables = new Map<string, PointTable | number>();

/** The table of a frequently used public key: built at its 12th use; the 32 most recently used keys are cached. */
export function tableOfKey(id: string, point: AffinePoint): PointTable | null {
  let known = tables.get(id) ?? 0;
  if (typeof known === 'number') {
    known += 1;
    if (known >= USES_BEFORE_TABLE) known = makeTable(point, KEY_WIDTH);
  }
  tables.delete(id);
  tables.set(id, known);
  if (tables.size > CACHED_TABLES) tables.delete(tables.keys().next().value as string);
  return typeof known === 'number' ? null : known;
}

function wordsOf(k: bigint): Uint32Array {
  const words = new Uint32Array(8);
  let rest = k;
  for (let i = 0; i < 8; i++) {
    words[i] = Number(rest & 0xffffffffn);
    rest >>= 32n;
  }
  return words;
}
