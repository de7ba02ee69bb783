import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { lengthUpTo, orEmpty } from '#core/validate/rules.ts';
import { id } from '#core/wire.ts';
import { ROSTER } from './access.ts';
import { isDay, SECTION_FORMS, wantedDay } from './sections.ts';
import { AT_ONCE } from './states.ts';

/** Fields that are changed for several employees at once; none of them is masked. */
export const BATCH_FIELDS = [
  'departmentId',
  'jobContent',
  'workLocation',
  'regularDate',
  'contractStart',
  'contractEnd',
] as const;
export type BatchField = (typeof BATCH_FIELDS)[number];

const anyDay = z
  .string()
  .max(20)
  .refine((text) => text === '' || isDay(text), {
    message: 'employee:rule.day',
    params: { problem: 'employee:rule.day' },
  });

/** The same value for every employee; an empty one clears the field. A field that is not given stays as it is. */
const batchValues = z.object({
  departmentId: id.optional(),
  jobContent: orEmpty(lengthUpTo(64)).optional(),
  workLocation: orEmpty(lengthUpTo(64)).optional(),
  regularDate: anyDay.optional(),
  contractStart: anyDay.optional(),
  contractEnd: anyDay.optional(),
});
export type BatchValues = z.output<typeof batchValues>;

/** CHANGED; SAME: had the values already; REFUSED: for a reason, nothing of this employee changed. */
const BATCH_RESULTS = ['CHANGED', 'SAME', 'REFUSED'] as const;

/** Why an employee was not changed although the values are valid by themselves, as text keys of the app. */
export const BATCH_PROBLEMS = {
  departed: 'employee:rule.batchDeparted',
  beforeEntry: 'employee:rule.transferBeforeEntry',
  changed: 'employee:rule.batchMeanwhile',
} as const;

const result = z.object({
  employeeId: id,
  result: z.enum(BATCH_RESULTS),
  /** Text key of the reason; empty unless REFUSED. */
  problem: z.string(),
});
export type BatchResult = z.output<typeof result>;

export const changeSeveral = defineCall({
  id: 'employee.changeSeveral',
  method: 'POST',
  path: '/cb/assemble/employee/updateSeveral',
  access: ROSTER,
  input: z.object({
    employeeIds: z.array(id).min(1).max(AT_ONCE.edit),
    values: batchValues,
    /** Required with a department: effective day of the transfer, today at the latest; and its reason. */
    day: wantedDay.or(z.literal('')).default(''),
    reason: severalLines(orEmpty(lengthUpTo(64))).default(''),
  }),
  output: z.object({ results: z.array(result) }),
  summary: 'Change selected fields of several employees; each employee is changed as a whole or refused',
  validates: true,
  changes: [
    'employee.listEmployees',
    'employee.getEmployee',
    'employee.listChanges',
    'company.listDepartments',
  ],
});

/**
 * What the values make of an employee's work and contract data: the forms that differ, or the text key of the rule that
 * they break together with the stored data.
 */
export function applyBatch(
  values: BatchValues,
  before: Record<'WORK' | 'CONTRACT', Record<string, string>>,
): { forms: Partial<Record<'WORK' | 'CONTRACT', Record<string, string>>> } | { problem: string } {
  const forms: Partial<Record<'WORK' | 'CONTRACT', Record<string, string>>> = {};
  for (const section of ['WORK', 'CONTRACT'] as const) {
    const form = { ...before[section] };
    let differs = false;
    for (const field of BATCH_FIELDS) {
      const value = values[field];
      if (!(field in SECTION_FORMS[section].shape) || value === undefined || value === form[field]) continue;
      form[field] = value;
      differs = true;
    }
    if (!differs) continue;
    const { error } = SECTION_FORMS[section].safeParse(form);
    if (error) return { problem: error.issues[0]?.message ?? 'employee:rule.day' };
    forms[section] = form;
  }
  return { forms };
}
