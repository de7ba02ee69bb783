const MODULES = /\/core\/[\w-]+\/(?:[\w-]+-)?(?:calls|access)\.ts$/;
const SENTENCE = /\b(summary|may|also):\s*'(?:[^'\\]|\\.)*'/g;

/**
 * For Vite: what the definitions of calls say to readers of docs/openapi.json and docs/permissions.md stays out of the
 * pages, which never show it.
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
