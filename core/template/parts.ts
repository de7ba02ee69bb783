import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { lengthOf } from '#core/validate/text.ts';

/**
 * Entities of an enterprise that have unique names and a change log: templates, the parts they refer to by id, clauses
 * and groups.
 */
export const RECORD_KINDS = ['ROLE', 'FIELD', 'TEMPLATE', 'CLAUSE', 'GROUP'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];
/** Parts that a template refers to: roles of signers, and fields. */
export type PartKind = Extract<RecordKind, 'ROLE' | 'FIELD'>;

/** Types of signers in a role: those of a task's signers ([3.7], [3.13a]). */
export const ROLE_TYPES = ['ENTERPRISE', 'PERSON'] as const;
export type RoleType = (typeof ROLE_TYPES)[number];

/** Types of values; a field of several types accepts a value of any of them. */
export const FIELD_TYPES = ['TEXT', 'NUMBER', 'AMOUNT', 'DATE', 'PHONE', 'EMAIL', 'ID_NUMBER'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Events in the change log of a part; for templates only from PUBLISHED on. */
export const PART_RECORDS = [
  'ADDED',
  'CHANGED',
  'REMOVED',
  'PUBLISHED',
  'ENABLED',
  'DISABLED',
  'REVIEW_ASKED',
  'REVIEWED',
  'REVIEW_ENDED',
] as const;
export type PartRecord = (typeof PART_RECORDS)[number];

/**
 * Facts recorded in the change log; types as comma-joined codes, a grant as the organization's name and its level, a
 * text as an excerpt.
 */
export const PART_FACTS = [
  'name',
  'type',
  'note',
  'length',
  'businessType',
  'scene',
  'grant',
  'version',
  'category',
  'text',
  'templates',
  'node',
  'decision',
  'review',
  'digest',
] as const;
export type PartFacts = Partial<Record<(typeof PART_FACTS)[number], string>>;
export const partChange = z.object({ what: z.enum(PART_FACTS), before: z.string(), after: z.string() });
export type PartChange = z.output<typeof partChange>;

/** Differences between two states of a part; '' for a missing value. */
export const changesOf = (before: PartFacts, after: PartFacts): PartChange[] =>
  PART_FACTS.map((what) => ({ what, before: before[what] ?? '', after: after[what] ?? '' })).filter(
    (change) => change.before !== change.after,
  );

/** Non-empty text of at most `max` user-perceived characters; `asks` is the message for empty text. */
export const textUpTo = (max: 10 | 20 | 50, asks?: string) =>
  z
    .string()
    .max(2_000)
    .transform((text) => text.trim().replace(/\s+/gu, ' '))
    .pipe(
      z
        .string()
        .min(1, asks)
        .refine((text) => lengthOf(text) <= max, {
          message: `rule:length${max}`,
          params: { problem: `rule:length${max}` },
        }),
    );

/** [5.2a] [9.3] Name of a role. */
export const roleName = textUpTo(LIMITS.templateRoleName, 'template:rule.roleName');
/** [5.2b] Type of signer of a role. */
export const roleType = z.enum(ROLE_TYPES);
/** [5.2c] [9.3] Note of a role. */
export const roleNote = severalLines(textUpTo(LIMITS.templateRoleNote));

const NAME_PROBLEM = 'template:rule.fieldName';
/** [5.3a] [9.4] Name of a field. */
export const fieldName = textUpTo(LIMITS.templateFieldName).refine(
  (text) => /^[\p{Script=Han}0-9A-Za-z.·_-]*$/u.test(text),
  { message: NAME_PROBLEM, params: { problem: NAME_PROBLEM } },
);
/** [5.3b] [9.4] Maximum length of a field's value. */
export const fieldLength = z.number().int().min(1).max(LIMITS.templateFieldLength);
/** [5.3c] Types of a field, as an array. */
export const fieldTypes = z.array(z.enum(FIELD_TYPES)).min(1).max(FIELD_TYPES.length);

/**
 * Parses comma-joined codes of types ([3.8]), without duplicates and in their defined order; undefined if one is
 * unknown.
 */
function splitTypes(codes: string): FieldType[] | undefined {
  const wanted = new Set(codes.split(',').map((code) => code.trim()));
  const types = FIELD_TYPES.filter((type) => wanted.has(type));
  return types.length === wanted.size ? types : undefined;
}

/** Wire format: comma-joined codes. */
export const joinedTypes = z
  .string()
  .max(200)
  .transform((codes, context) => {
    const types = splitTypes(codes);
    if (types) return types;
    context.addIssue({ code: 'custom', message: 'format' });
    return z.NEVER;
  });
