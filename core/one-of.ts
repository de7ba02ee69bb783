/** Whether a text is one of these words, such as the states of something. */
export const isOneOf = <T extends string>(words: readonly T[], text: unknown): text is T =>
  words.some((word) => word === text);

/** The text as one of these words. Throws where it is none: what was checked when it was written cannot be anything else. */
export function oneOf<T extends string>(words: readonly T[], text: unknown): T {
  if (isOneOf(words, text)) return text;
  throw new Error(`expected one of ${words.join(', ')}`);
}
