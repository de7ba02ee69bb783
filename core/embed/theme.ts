import { z } from 'zod';

/** Smallest contrast of white text on the accent colour (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;

/**
 * Appearance of an embedded page. Only these tokens, each with its own form: the page applies them as custom properties,
 * and no style sheet of another site is ever loaded.
 */
export const embedTheme = z.object({
  /** Background of the main button, `#rrggbb`; white text on it must be readable. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .refine((colour) => contrastWithWhite(colour) >= MIN_CONTRAST, {
      params: { problem: 'INPUT_INVALID' },
    })
    .optional(),
  /** Radius of corners, px. */
  radius: z.number().int().min(0).max(16).optional(),
  /** Omitted: the system setting of the person. */
  scheme: z.enum(['light', 'dark']).optional(),
});
export type EmbedTheme = z.output<typeof embedTheme>;

/** Contrast ratio of white on the colour `#rrggbb`, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastWithWhite(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}
