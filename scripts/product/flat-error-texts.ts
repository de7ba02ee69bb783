import type { Plugin } from 'vite';

/**
 * Writes the error texts of a language into the pages as one list. They stand by domain in the source, and thirty lists
 * that are put together at run time are heavier than one, on pages that have no byte to spare.
 */
export const flatErrorTexts = (): Plugin => ({
  name: 'flat-error-texts',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    if (!/\/core\/locales\/[\w-]+\/error\.ts$/.test(id)) return null;
    const { default: texts } = (await import(id)) as { default: Record<string, string> };
    // Names that begin alike compress best beside each other.
    const sorted = Object.fromEntries(
      Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
    return `export default ${JSON.stringify(sorted)};`;
  },
});
