import { z } from 'zod';
import { ID_TYPES, type IdType, isIdNumber, normalizeIdNumber } from '#core/validate/id-number.ts';
import { personName } from '#core/validate/rules.ts';

export const idType = z.enum(ID_TYPES);
export const idNumber = z.string().max(40).transform(normalizeIdNumber);

const PROBLEM = 'rule:idNumber';

/** Rejects numbers that are invalid for the type of document ([5.4a]); `path` is the number's field. */
export function checkIdNumber(type: IdType, number: string, path: string, context: z.RefinementCtx): void {
  if (isIdNumber(type, number)) return;
  context.addIssue({ code: 'custom', path: [path], message: PROBLEM, params: { problem: PROBLEM } });
}

/** [5.4a] [3.3] Name, certificate type and number: all required, the number checked by its type. */
export const personForm = z
  .object({ realName: personName(), idType, idNumber })
  .superRefine((form, context) => checkIdNumber(form.idType, form.idNumber, 'idNumber', context));
export type PersonForm = z.output<typeof personForm>;
