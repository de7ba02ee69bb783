import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { draftKey, empty, fixedPageInput, id, pageOf, time } from '#core/wire.ts';
import { ROSTER } from './access.ts';
import { CELL_PROBLEMS } from './judge-row.ts';
import { DUPLICATES, IMPORT_LIMITS } from './states.ts';

const BASE = '/cb/assemble/employee/import';

const importFacts = z.object({
  importId: id,
  fileName: z.string(),
  duplicates: z.enum(DUPLICATES),
  createTime: time,
  /** Null while rows wait. */
  endTime: time.nullable(),
  /** Whether it ended because its creator lost the permission. */
  refused: z.boolean(),
  operator: z.string(),
  total: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  /** Number of failed rows that are still stored. */
  kept: z.number().int(),
  /** How often the failed rows were read unmasked. */
  reads: z.number().int(),
});
export type EmployeeImport = z.output<typeof importFacts>;

const cells = z.record(z.string().max(30), z.string().max(1_000));

export const importEmployees = defineCall({
  id: 'employee.importEmployees',
  method: 'POST',
  path: `${BASE}/save`,
  access: ROSTER,
  /** A part of the rows; the import starts with the last one. Idempotent: sending a part again has no effect. */
  input: z.object({
    importId: draftKey,
    fileName: z.string().min(1).max(255),
    duplicates: z.enum(DUPLICATES),
    /** Total number of rows in all parts. */
    total: z.number().int().min(1).max(IMPORT_LIMITS.rows),
    rows: z
      .array(
        z.object({
          /** Row number in the sheet, unique. */
          number: z.number().int().min(1).max(10_000_000),
          /** Texts by column key. */
          cells,
          /** Columns with a formula, or with a number that lost digits. */
          odd: z.array(z.string().max(30)).max(50),
        }),
      )
      .min(1)
      .max(IMPORT_LIMITS.part),
  }),
  output: z.object({ began: z.boolean() }),
  summary: 'Import employees from the rows of a sheet; a job adds them one after the other',
  changes: ['employee.listImports'],
});

export const listImports = defineCall({
  id: 'employee.listImports',
  method: 'GET',
  path: `${BASE}/page`,
  access: ROSTER,
  input: z.object(fixedPageInput),
  output: pageOf(importFacts),
  summary: 'List the imports of the roster with their progress, newest first',
});

export const readImportRows = defineCall({
  id: 'employee.readImportRows',
  method: 'POST',
  path: `${BASE}/failedRows`,
  access: ROSTER,
  input: z.object({ importId: id, after: z.number().int().min(0).default(0) }),
  output: z.object({
    columns: z.array(z.object({ key: z.string(), name: z.string(), mustFill: z.boolean() })),
    /** In order of row numbers; `after` continues after the last one. */
    rows: z.array(
      z.object({
        number: z.number().int(),
        cells,
        problems: z.array(
          z.object({
            column: z.string(),
            problem: z.enum(CELL_PROBLEMS),
            row: z.number().int().optional(),
          }),
        ),
      }),
    ),
  }),
  summary: 'Get the failed rows unmasked, to correct and import them again; the access is recorded',
  audited: true,
  changes: ['employee.listImports'],
});

export const discardImportRows = defineCall({
  id: 'employee.discardImportRows',
  method: 'POST',
  path: `${BASE}/removeById`,
  access: ROSTER,
  input: z.object({ importId: id }),
  output: empty,
  summary: 'Discard the failed rows of an import permanently',
  changes: ['employee.listImports'],
});
