import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { lengthOf } from '#core/validate/text.ts';

/** What has a name of its own in an enterprise, and a record: templates, what they refer to by id, clauses and groups. */
export const RECORD_KINDS = ['ROLE', 'FIELD', 'TEMPLATE', 'CLAUSE', 'GROUP'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];
/** What a template refers to: roles of those who sign, and fields that are filled in. */
export type PartKind = Extract<RecordKind, 'ROLE' | 'FIELD'>;

/** Who signs in a role: the kinds of signers of a task ([3.7], [3.13a]). */
export const ROLE_TYPES = ['ENTERPRISE', 'PERSON'] as const;
export type RoleType = (typeof ROLE_TYPES)[number];

/** What a value may be; a field of several types takes a value of any of them. */
export const FIELD_TYPES = ['TEXT', 'NUMBER', 'AMOUNT', 'DATE', 'PHONE', 'EMAIL', 'ID_NUMBER'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What was done to a part, in the record; to templates only from PUBLISHED on. */
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
 * What a line of the record tells; types as comma-joined codes, a grant as the organization's name and its level, a text by
 * an excerpt.
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

/** What differs between two states of a part; nothing is empty. */
export const changesOf = (before: PartFacts, after: PartFacts): PartChange[] =>
  PART_FACTS.map((what) => ({ what, before: before[what] ?? '', after: after[what] ?? '' })).filter(
    (change) => change.before !== change.after,
  );

/** Something, and no more characters than `max`, counted as a person counts them; `asks` is what is said of nothing. */
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

/** [5.2a] [9.3] */
export const roleName = textUpTo(LIMITS.templateRoleName, 'template:rule.roleName');
/** [5.2b] */
export const roleType = z.enum(ROLE_TYPES);
/** [5.2c] [9.3] */
export const roleNote = severalLines(textUpTo(LIMITS.templateRoleNote));

const NAME_PROBLEM = 'template:rule.fieldName';
/** [5.3a] [9.4] */
export const fieldName = textUpTo(LIMITS.templateFieldName).refine(
  (text) => /^[\p{Script=Han}0-9A-Za-z.·_-]*$/u.test(text),
  { message: NAME_PROBLEM, params: { problem: NAME_PROBLEM } },
);
/** [5.3b] [9.4] */
export const fieldLength = z.number().int().min(1).max(LIMITS.templateFieldLength);
/** [5.3c] As a form holds them. */
export const fieldTypes = z.array(z.enum(FIELD_TYPES)).min(1).max(FIELD_TYPES.length);

/** The types of comma-joined codes ([3.8]), each once and in their own order; undefined where one is none. */
function splitTypes(codes: string): FieldType[] | undefined {
  const wanted = new Set(codes.split(',').map((code) => code.trim()));
  const types = FIELD_TYPES.filter((type) => wanted.has(type));
  return types.length === wanted.size ? types : undefined;
}

/** As the wire has them: comma-joined codes. */
export const joinedTypes = z
  .string()
  .max(200)
  .transform((codes, context) => {
    const types = splitTypes(codes);
    if (types) return types;
    context.addIssue({ code: 'custom', message: 'format' });
    return z.NEVER;
  });
