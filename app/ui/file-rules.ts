/** Restrictions on uploads; each place of use sets its own ([5.10d]). */
export type FileRules = {
  /** File extensions in lower case with the dot: `.pdf`. Empty for any. */
  types: readonly string[];
  maxBytes: number;
  maxFiles: number;
};

export type Refusal = 'empty' | 'type' | 'size' | 'count' | 'twice';

/** Why a file is refused, given those already chosen, or undefined if it is accepted. */
export function refusalOf(
  file: { name: string; size: number },
  already: readonly { name: string; size: number }[],
  { types, maxBytes, maxFiles }: FileRules,
): Refusal | undefined {
  if (types.length > 0 && !types.some((ending) => file.name.toLowerCase().endsWith(ending))) return 'type';
  if (file.size === 0) return 'empty';
  if (file.size > maxBytes) return 'size';
  if (already.some((one) => one.name === file.name && one.size === file.size)) return 'twice';
  if (already.length >= maxFiles) return 'count';
  return undefined;
}
