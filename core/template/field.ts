import { z } from 'zod';
import { draftKey } from '#core/task/plan.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { FIELD_TYPES, fieldLength, fieldName } from './parts.ts';

/** Format of a date, an amount or a number in the text. */
export const FIELD_FORMATS = ['PLAIN', 'GROUPED', 'CHINESE_CAPITALS', 'DATE_LONG', 'DATE_ISO'] as const;
export type FieldFormat = (typeof FIELD_FORMATS)[number];

/** Input of a field: a line, several lines, one of `choices`, yes or no, or a picture. */
export const FIELD_INPUTS = ['LINE', 'LINES', 'CHOICE', 'TICK', 'PICTURE'] as const;

/** Sort position of a row in its list: ascending, then by key. */
export const position = z.number().min(-1e9).max(1e9);

/** A field of this template. Its chips and controls contain only its key, so that it may occur several times. */
export const contentField = z.object({
  key: draftKey,
  /** The enterprise's field that it was created from ([3.8]). */
  partId: z.string().max(40).optional(),
  name: fieldName,
  types: z.array(z.enum(FIELD_TYPES)).min(1).max(FIELD_TYPES.length),
  /** Maximum length of the value, in characters ([9.4]). */
  length: fieldLength,
  input: z.enum(FIELD_INPUTS).default('LINE'),
  format: z.enum(FIELD_FORMATS).default('PLAIN'),
  choices: z.array(z.string().trim().min(1).max(50)).max(50).default([]),
  required: z.boolean().default(true),
  preset: severalLines(z.string().max(200)).default(''),
  /** `SENDER`, or the key of the signer who fills it in. */
  filledBy: z.union([z.literal('SENDER'), draftKey]).default('SENDER'),
  position,
});
export type ContentField = z.output<typeof contentField>;
