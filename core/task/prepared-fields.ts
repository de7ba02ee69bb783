import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';

const named = z.string().trim().min(1).max(40);
const typed = severalLines(z.string().max(4_000));

/**
 * What a program or an assistant prepared for a contract from a template: values and parties by the names that the
 * template gives them, as `batch.sendFromTemplate` takes them.
 */
export const preparedFields = {
  taskName: z.string().trim().max(LIMITS.taskNameLength).default(''),
  fields: z.record(named, typed).default({}),
  rows: z.record(named, z.array(z.record(named, typed)).max(LIMITS.templateRepeatedRows)).default({}),
  options: z.record(named, z.boolean()).default({}),
  signers: z
    .array(
      z.object({
        role: named,
        entName: z.string().trim().max(100).optional(),
        userName: z.string().trim().max(50).default(''),
        mobile: z.string().trim().max(20).default(''),
      }),
    )
    .max(LIMITS.signersPerTask)
    .default([]),
};
