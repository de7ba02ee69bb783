import { normalizePersonName } from '#core/validate/names.ts';
import type { Context } from '#edge/kernel/context.ts';

/**
 * Keyed digest of a person's name, by which reviewers find an application; ignores case and all but letters and digits.
 */
export const personNameIndex = ({ keys }: Pick<Context, 'keys'>, name: string): Promise<string> =>
  keys.indexOf(
    normalizePersonName(name)
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase(),
    'person-name',
  );

/** Name of the applicant person; empty after erasure. */
export async function nameOfApplicant(
  { keys }: Pick<Context, 'keys'>,
  row: { id: string; name: string; sealed: Record<string, string> },
): Promise<string> {
  // Rows from before names were encrypted may still have a plain-text copy.
  return row.sealed.realName ? keys.openField(row.sealed.realName, `realName:${row.id}`) : row.name;
}

/** Keyed digest of a document's type and normalised number, so that equal documents have equal digests. */
export const idNumberIndex = (
  context: Pick<Context, 'keys'>,
  type: string,
  number: string,
): Promise<string> => context.keys.indexOf(`${type}|${number}`, 'id-number');
