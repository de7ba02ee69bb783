/** Whether a text is one of the given words, such as the states of an entity. */
export const isOneOf = <T extends string>(words: readonly T[], text: unknown): text is T =>
  words.some((word) => word === text);

/**
 * Narrows the text to one of the given words. Throws if it is none of them, which cannot happen for validated values.
 */
export function oneOf<T extends string>(words: readonly T[], text: unknown): T {
  if (isOneOf(words, text)) return text;
  throw new Error(`expected one of ${words.join(', ')}`);
}
