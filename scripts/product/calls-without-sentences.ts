const MODULES = /\/core\/[\w-]+\/(?:[\w-]+-)?(?:calls|access)\.ts$/;
const SENTENCE = /\b(summary|may|also):\s*'(?:[^'\\]|\\.)*'/g;

/**
 * Vite plugin: removes the texts of call definitions for the OpenAPI document and docs/permissions.md from the pages,
 * which never show them.
 */
export const callsWithoutSentences = () => ({
  name: 'calls-without-sentences',
  apply: 'build' as const,
  enforce: 'pre' as const,
  transform(code: string, id: string, options?: { ssr?: boolean }) {
    if (options?.ssr || !MODULES.test(id)) return undefined;
    return { code: code.replace(SENTENCE, "$1: ''"), map: null };
  },
});
