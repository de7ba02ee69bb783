import { z } from 'zod';
import { personName } from '#core/validate/name-rules.ts';
import { checkIdNumber, idNumber, idType } from './id-document.ts';

/** [5.4a] [3.3] Name, certificate type and number: all required, the number checked by its type. */
export const personForm = z
  .object({ realName: personName(), idType, idNumber })
  .superRefine((form, context) => checkIdNumber(form.idType, form.idNumber, 'idNumber', context));
export type PersonForm = z.output<typeof personForm>;
