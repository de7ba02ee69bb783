import type { EmbedTheme } from '#core/embed/theme.ts';

/** Applies the tokens to the page; the server has validated them. */
export function applyEmbedTheme({ accent, radius, scheme }: EmbedTheme): void {
  const { style, dataset } = document.documentElement;
  if (scheme) dataset.theme = scheme;
  if (accent) {
    style.setProperty('--cinnabar', accent);
    style.setProperty('--cinnabar-strong', `color-mix(in srgb, ${accent} 82%, black)`);
  }
  if (radius !== undefined) {
    style.setProperty('--radius', `${radius}px`);
    style.setProperty('--radius-small', `${Math.min(radius, 4)}px`);
  }
}
