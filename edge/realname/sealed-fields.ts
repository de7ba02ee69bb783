import { normalizePersonName } from '#core/validate/names.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Keyed digest of the letters of a person's whole name, by which reviewers find an application, dots or no dots. */
export const personNameIndex = ({ keys }: Pick<Context, 'keys'>, name: string): Promise<string> =>
  keys.indexOf(
    normalizePersonName(name)
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase(),
    'person-name',
  );

/** The name of the person whom an application is about; empty once it was erased. */
export async function nameOfApplicant(
  { keys }: Pick<Context, 'keys'>,
  row: { id: string; name: string; sealed: Record<string, string> },
): Promise<string> {
  // One from before names were sealed still has a plain copy.
  return row.sealed.realName ? keys.openField(row.sealed.realName, `realName:${row.id}`) : row.name;
}

/** Keyed digest of a document's number: the same document has one, however it was typed. */
export const idNumberIndex = (
  context: Pick<Context, 'keys'>,
  type: string,
  number: string,
): Promise<string> => context.keys.indexOf(`${type}|${number}`, 'id-number');
