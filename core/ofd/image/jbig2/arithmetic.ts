/** Probability estimation (ITU-T T.88, table E.1): Qe, next state after MPS and LPS, whether the MPS switches. */
const STATES =
  '5601 1 1 1,3401 2 6 0,1801 3 9 0,0AC1 4 12 0,0521 5 29 0,0221 38 33 0,5601 7 6 1,5401 8 14 0,4801 9 14 0,3801 10 14 0,' +
  '3001 11 17 0,2401 12 18 0,1C01 13 20 0,1601 29 21 0,5601 15 14 1,5401 16 14 0,5101 17 15 0,4801 18 16 0,3801 19 17 0,' +
  '3401 20 18 0,3001 21 19 0,2801 22 19 0,2401 23 20 0,2201 24 21 0,1C01 25 22 0,1801 26 23 0,1601 27 24 0,1401 28 25 0,' +
  '1201 29 26 0,1101 30 27 0,0AC1 31 28 0,09C1 32 29 0,08A1 33 30 0,0521 34 31 0,0441 35 32 0,02A1 36 33 0,0221 37 34 0,' +
  '0141 38 35 0,0111 39 36 0,0085 40 37 0,0049 41 38 0,0025 42 39 0,0015 43 40 0,0009 44 41 0,0005 45 42 0,0001 45 43 0,' +
  '5601 46 46 0';

const rows = STATES.split(',').map((row) => row.split(' '));
const QE = Int32Array.from(rows, (row) => Number.parseInt(row[0]!, 16));
const NEXT_MPS = Uint8Array.from(rows, (row) => Number(row[1]));
const NEXT_LPS = Uint8Array.from(rows, (row) => Number(row[2]));
const SWITCH = Uint8Array.from(rows, (row) => Number(row[3]));

/** States of a set of contexts: state × 2 + most probable symbol. */
export type Contexts = Uint8Array;

export interface ArithmeticDecoder {
  /** Decodes one decision in the context at `index` (annex E). */
  bit(contexts: Contexts, index: number): number;
}

/** Decodes bytes [start, end) (ITU-T T.88, annex E.3); 0xff bytes follow the end, so truncated data never throws. */
export function arithmeticDecoder(bytes: Uint8Array, start: number, end: number): ArithmeticDecoder {
  let at = start;
  const byte = (i: number) => (i < end ? bytes[i]! : 0xff);
  let c = byte(at) << 16;
  let ct = 0;
  let a = 0x8000;

  function byteIn(): void {
    if (byte(at) === 0xff) {
      if (byte(at + 1) > 0x8f) {
        c += 0xff00;
        ct = 8;
      } else {
        at++;
        c += byte(at) << 9;
        ct = 7;
      }
    } else {
      at++;
      c += byte(at) << 8;
      ct = 8;
    }
    c >>>= 0;
  }
  byteIn();
  c = (c << 7) >>> 0;
  ct -= 7;

  return {
    bit(contexts, index) {
      const cx = contexts[index]!;
      const state = cx >> 1;
      let d = cx & 1;
      const qe = QE[state]!;
      a -= qe;
      const low = c >>> 16 < qe;
      if (!low) {
        c = (c - qe * 65536) >>> 0;
        if (a & 0x8000) return d;
      }
      // The less probable symbol owns the smaller part of the interval.
      const exchange = a < qe;
      if (low) a = qe;
      if (low !== exchange) {
        contexts[index] = (NEXT_LPS[state]! << 1) | (SWITCH[state] ? 1 - d : d);
        d = 1 - d;
      } else contexts[index] = (NEXT_MPS[state]! << 1) | d;
      do {
        if (ct === 0) byteIn();
        a <<= 1;
        c = (c << 1) >>> 0;
        ct--;
      } while (!(a & 0x8000));
      return d;
    },
  };
}

const RANGES = [
  [2, 0],
  [4, 4],
  [6, 20],
  [8, 84],
  [12, 340],
  [32, 4436],
] as const;

/** Decodes an integer (annex A.2) with its own 512 contexts; undefined means out-of-band. */
export function readInteger(decoder: ArithmeticDecoder, contexts: Contexts): number | undefined {
  let previous = 1;
  const bit = () => {
    const d = decoder.bit(contexts, previous);
    previous = previous < 256 ? (previous << 1) | d : (((previous << 1) | d) & 511) | 256;
    return d;
  };
  const negative = bit() === 1;
  let range = 0;
  while (range < 5 && bit() === 1) range++;
  const [bits, offset] = RANGES[range]!;
  let value = 0;
  for (let i = 0; i < bits; i++) value = value * 2 + bit();
  value += offset;
  if (!negative) return value;
  return value === 0 ? undefined : -value;
}

/** Decodes a symbol number of `length` bits (annex A.3). */
export function readSymbolId(decoder: ArithmeticDecoder, contexts: Contexts, length: number): number {
  let previous = 1;
  for (let i = 0; i < length; i++) previous = (previous << 1) | decoder.bit(contexts, previous);
  return previous - (1 << length);
}
