import { z } from 'zod';
import { ID_TYPES, type IdType, isIdNumber, normalizeIdNumber } from '#core/validate/id-number.ts';

export const idType = z.enum(ID_TYPES);
export const idNumber = z.string().max(40).transform(normalizeIdNumber);

const PROBLEM = 'rule:idNumber';

/** Rejects numbers that are invalid for the type of document ([5.4a]); `path` is the number's field. */
export function checkIdNumber(type: IdType, number: string, path: string, context: z.RefinementCtx): void {
  if (isIdNumber(type, number)) return;
  context.addIssue({ code: 'custom', path: [path], message: PROBLEM, params: { problem: PROBLEM } });
}
