import { DAY_MS } from '#core/time.ts';
/** Warnings about an employee's dates that expire soon or have expired. */
export const WARNINGS = [
  'CONTRACT_ENDED',
  'CONTRACT_ENDS',
  'PROBATION_ENDS',
  'ID_ENDED',
  'ID_ENDS',
  'PAPER_ENDED',
  'PAPER_ENDS',
] as const;
export type Warning = (typeof WARNINGS)[number];

/** Days in advance. */
const WARNED_BEFORE = { CONTRACT_ENDS: 30, PROBATION_ENDS: 15, ID_ENDS: 30, PAPER_ENDS: 30 } as const;

/** Adds days to a day in the form `2026-11-23`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The column of each warning, and its range in days from today; null: unbounded. `papers` are rows of their own. */
export const WARNING_DAYS = {
  CONTRACT_ENDED: { column: 'contractEnd', from: null, to: -1 },
  CONTRACT_ENDS: { column: 'contractEnd', from: 0, to: WARNED_BEFORE.CONTRACT_ENDS },
  PROBATION_ENDS: { column: 'regularDate', from: 0, to: WARNED_BEFORE.PROBATION_ENDS },
  ID_ENDED: { column: 'idExpiry', from: null, to: -1 },
  ID_ENDS: { column: 'idExpiry', from: 0, to: WARNED_BEFORE.ID_ENDS },
  PAPER_ENDED: { column: 'papers', from: null, to: -1 },
  PAPER_ENDS: { column: 'papers', from: 0, to: WARNED_BEFORE.PAPER_ENDS },
} as const satisfies Record<Warning, { column: string; from: number | null; to: number }>;

type WarningDates = Record<'contractEnd' | 'regularDate' | 'idExpiry', string>;

const isWithin = (warning: Warning, day: string, today: string): boolean => {
  const { from, to } = WARNING_DAYS[warning];
  return day !== '' && day <= dayAfter(today, to) && (from === null || day >= dayAfter(today, from));
};

/**
 * The warnings of an employee on a day such as `2026-11-23`, from the row and the days until which other papers are valid.
 * Empty dates cause none.
 */
export const warningsOf = (row: WarningDates, papers: readonly string[], today: string): Warning[] =>
  WARNINGS.filter((warning) => {
    const { column } = WARNING_DAYS[warning];
    return (column === 'papers' ? papers : [row[column]]).some((day) => isWithin(warning, day, today));
  });

/** The warning of one paper; null for none. */
export const warningOfPaper = (expiry: string, today: string): 'PAPER_ENDED' | 'PAPER_ENDS' | null =>
  (['PAPER_ENDED', 'PAPER_ENDS'] as const).find((warning) => isWithin(warning, expiry, today)) ?? null;
