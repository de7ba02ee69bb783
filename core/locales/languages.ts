export const LANGUAGES = ['zh-CN', 'zh-TW', 'en-US'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Language used until the user chooses one ([0.1d]). */
export const DEFAULT_LANGUAGE: Language = 'zh-CN';

/** The language that an Accept-Language header asks for first, among ours; zh-CN when none is ([7.1c]). */
export function pickLanguage(accepted: string | null | undefined): Language {
  const wanted = (accepted ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';');
      const q = params.find((p) => p.trim().startsWith('q='));
      return { tag: tag.toLowerCase(), q: q ? Number(q.trim().slice(2)) : 1 };
    })
    .filter(({ tag, q }) => tag !== '' && q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of wanted) {
    if (/^zh-(tw|hk|mo|hant)/.test(tag)) return 'zh-TW';
    if (/^zh/.test(tag)) return 'zh-CN';
    if (/^en/.test(tag)) return 'en-US';
  }
  return DEFAULT_LANGUAGE;
}
