export const THEME_KEY = 'sass_theme';
const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const isTheme = (text: unknown): text is Theme => THEMES.includes(text as Theme);

/** Applies `theme` now and on the next visit; without one, follows the system setting again. */
export function applyTheme(theme: Theme | undefined): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  const age = theme ? 365 * 24 * 3600 : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
  document.cookie = `${THEME_KEY}=${theme ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax`;
}
