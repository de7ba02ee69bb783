import { z } from 'zod';

/** What one piece of work costs, measured by `npm run bench -- load` (scripts/load/costs.json). */
const work = z.object({
  /** Requests to the Worker. */
  requests: z.number(),
  /** CPU time of the Worker and of the database, ms. */
  workerMs: z.number(),
  databaseMs: z.number(),
  /** Exchanges of the Worker with the database, each a statement or a batch. */
  exchanges: z.number(),
  /** Rows that are written, changed or removed. */
  rowsWritten: z.number(),
  /** What stays: bytes of the database and of the file store. */
  databaseBytes: z.number(),
  fileBytes: z.number(),
});
export type Work = z.infer<typeof work>;

export const costsShape = z.object({
  /** When and where it was measured, as a sentence. */
  measured: z.string(),
  /** One contract of one page between two enterprises: uploaded, sent, signed twice, made to last, downloaded. */
  contract: work,
  /** One look: a list and one task of it. */
  look: work,
});
export type Costs = z.infer<typeof costsShape>;

export type Demand = {
  firms: number;
  /** Contracts a month, of all firms. */
  contracts: number;
  /** Looks a month, of all people. */
  looks: number;
  /** Length of the file of a contract, on average. */
  fileBytes: number;
};

/** A month of work: 22 days of 8 hours; its busiest hour has three times the mean. */
const WORKING_S = 22 * 8 * 3600;
const PEAK = 3;
/** Share of a core that is used before requests wait noticeably. */
const FULL = 0.6;
const GB = 1e9;

/** Prices of Cloudflare and Turso, US dollars, read 2026-11-24 (docs/load.md); the monthly fee includes the first amounts. */
const PRICES = {
  requests: { free: 10e6, each: 0.3 / 1e6 },
  cpuMs: { free: 30e6, each: 0.02 / 1e6 },
  fileWrites: { free: 1e6, each: 4.5 / 1e6 },
  fileReads: { free: 10e6, each: 0.36 / 1e6 },
  fileGb: { free: 10, each: 0.015 },
} as const;

/** Objects that a contract writes to the file store and reads from it: upload, two signatures, made to last; reads of them. */
const OBJECTS = { writes: 6, reads: 20 };

export type Load = {
  /** At the peak. */
  contractsPerS: number;
  requestsPerS: number;
  exchangesPerS: number;
  rowsWrittenPerS: number;
  workerCores: number;
  databaseCores: number;
  /** Isolates, or `SIGNET_WORKERS`: each has one thread. */
  isolates: number;
  databaseGbYear: number;
  fileGbYear: number;
  /** Cloudflare's bill of a month at the end of the first year, US dollars; Turso's rows are not in it. */
  cloudflareMonth: number;
};

/** What the demand needs, from measured costs. */
export function modelLoad(costs: Costs, demand: Demand): Load {
  const { contract, look } = costs;
  const sum = (pick: (cost: Work) => number) => pick(contract) * demand.contracts + pick(look) * demand.looks;
  const atPeak = (month: number) => (month / WORKING_S) * PEAK;
  const workerMs = sum(({ workerMs: ms }) => ms);
  const workerCores = atPeak(workerMs) / 1000;
  const requests = sum(({ requests: n }) => n);
  // Each of the four revisions appends to the file, which is stored once: only the first bytes depend on its length.
  const files = contract.fileBytes + demand.fileBytes;
  const fileGbYear = (files * demand.contracts * 12) / GB;
  const bill = (kind: keyof typeof PRICES, amount: number) =>
    Math.max(0, amount - PRICES[kind].free) * PRICES[kind].each;
  return {
    contractsPerS: atPeak(demand.contracts),
    requestsPerS: atPeak(requests),
    exchangesPerS: atPeak(sum(({ exchanges }) => exchanges)),
    rowsWrittenPerS: atPeak(sum(({ rowsWritten }) => rowsWritten)),
    workerCores,
    databaseCores: atPeak(sum(({ databaseMs }) => databaseMs)) / 1000,
    isolates: Math.max(1, Math.ceil(workerCores / FULL)),
    databaseGbYear: (sum(({ databaseBytes }) => databaseBytes) * 12) / GB,
    fileGbYear,
    cloudflareMonth:
      5 +
      bill('requests', requests) +
      bill('cpuMs', workerMs) +
      bill('fileWrites', OBJECTS.writes * demand.contracts) +
      bill('fileReads', OBJECTS.reads * demand.contracts) +
      bill('fileGb', fileGbYear),
  };
}

/** Batches a second that one stream to the server took in a measurement of 2026-11-22, and a database that is still copied in minutes. */
const LIMITS = { exchangesPerS: 1_800, databaseCores: 1, databaseGb: 500 };

/** The first limits that would be exceeded, as sentences; empty if one database and the stated isolates suffice. */
export function findLimits(load: Load): string[] {
  const found: [boolean, string][] = [
    [
      load.databaseCores > LIMITS.databaseCores * FULL,
      `The database needs ${load.databaseCores.toFixed(1)} cores at the peak and has one connection: divide the firms among several databases.`,
    ],
    [
      load.exchangesPerS > LIMITS.exchangesPerS * FULL,
      `${Math.round(load.exchangesPerS)} exchanges a second with the database are too near to what one stream carries (${LIMITS.exchangesPerS}).`,
    ],
    [
      load.databaseGbYear > LIMITS.databaseGb,
      `The database grows by ${Math.round(load.databaseGbYear)} GB a year: backups and migrations of it take hours.`,
    ],
  ];
  return found.filter(([is]) => is).map(([, sentence]) => sentence);
}
