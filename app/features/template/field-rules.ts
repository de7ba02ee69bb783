import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { fieldLength, fieldName, fieldTypes } from '#core/template/parts.ts';

/** [5.3a,b,c] Form values of a field: its types as a list. */
export const fieldForm = z.object({ fieldName, fieldLength, fieldType: fieldTypes });
export type FieldForm = z.output<typeof fieldForm>;

/** Several fields at once; their names must differ. */
export const fieldsForm = z
  .object({ fieldList: z.array(fieldForm).min(1).max(LIMITS.templateFieldsAtOnce) })
  .superRefine(({ fieldList }, context) => {
    const names = fieldList.map((field) => field.fieldName);
    for (const [at, name] of names.entries())
      if (names.indexOf(name) < at)
        context.addIssue({
          code: 'custom',
          path: ['fieldList', at, 'fieldName'],
          message: 'template:rule.twice',
        });
  });

/** Converts the form values to the wire format: types joined by commas. */
export const fieldOnWire = ({ fieldType, ...field }: FieldForm) => ({
  ...field,
  fieldType: fieldType.join(','),
});
