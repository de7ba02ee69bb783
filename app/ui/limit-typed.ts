import { withoutUnseen } from '#core/validate/unseen.ts';

/**
 * What a field keeps of a text that was typed or pasted: cleaned first, then limited. A browser's own limit acts before,
 * and takes the last digits of a number that is pasted with spaces. `before` is what the field had.
 */
export function limitTyped(
  text: string,
  {
    before,
    maxLength,
    only = (same) => same,
  }: { before: string; maxLength: number | undefined; only?: ((text: string) => string) | undefined },
): string {
  const accepted = only(withoutUnseen(text));
  if (maxLength === undefined || accepted.length <= maxLength) return accepted;
  const trimmed = accepted.trim();
  // A character typed into a full field is not accepted; of a pasted text the beginning is.
  if (before.length >= maxLength && trimmed.length === before.length + 1) return before;
  return cutTo(trimmed, maxLength);
}

/** The beginning of a text in UTF-16 units, as the calls count, without half of a character. */
const cutTo = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
