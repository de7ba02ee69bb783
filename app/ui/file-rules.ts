/** What may be uploaded; all are parameters of the place that asks ([5.10d]). */
export type FileRules = {
  /** Endings with their dot, lower case: `.pdf`. Empty for any. */
  types: readonly string[];
  maxBytes: number;
  maxFiles: number;
};

export type Refusal = 'empty' | 'type' | 'size' | 'count' | 'twice';

/** Why a file is refused beside those already chosen, or undefined where it is fine. */
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
