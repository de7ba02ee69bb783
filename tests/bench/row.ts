/** What one line of a benchmark says. Times are ms unless `unit` says otherwise. */
export type BenchRow = {
  name: string;
  unit: string;
  ours: number;
  /** The program or library compared with, with its version; null where there is none. */
  peer: string | null;
  theirs: number | null;
};

export type BenchReport = (row: BenchRow) => void;

export type BenchGroup = {
  name: string;
  run: (report: BenchReport) => Promise<void>;
};

export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

type Timed = () => unknown | Promise<unknown>;
type TimingOptions = {
  /** Rounds that count; default 15. */
  rounds?: number;
  /** Rounds that warm up and do not count; default 3. */
  warmUp?: number;
  /** Calls in one round; the figure is per call. Default 1. */
  repeat?: number;
};

async function oneRound(work: Timed, repeat: number): Promise<number> {
  const began = performance.now();
  for (let i = 0; i < repeat; i += 1) await work();
  return (performance.now() - began) / repeat;
}

/**
 * Median ms of each piece of work. The pieces take turns within every round, so that what else the machine
 * is doing falls on all of them alike.
 */
export async function interleaved<Name extends string>(
  work: Record<Name, Timed>,
  { rounds = 15, warmUp = 3, repeat = 1 }: TimingOptions = {},
): Promise<Record<Name, number>> {
  const names = Object.keys(work) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of names) {
      const ms = await oneRound(work[name], repeat);
      if (round >= 0) times.get(name)!.push(ms);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name)!)])) as Record<Name, number>;
}

/** Median ms of one piece of work. */
export async function timed(work: Timed, options: TimingOptions = {}): Promise<number> {
  return (await interleaved({ work }, options)).work;
}
