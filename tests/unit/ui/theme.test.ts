import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Up to what is printed, which is light in every theme. */
const [css = ''] = readFileSync('app/ui/theme.css', 'utf8').split('@media print');
/** Colours of the first rule: the same in both schemes, or `light-dark(light, dark)`. */
const tokensOf = (scheme: 'light' | 'dark') =>
  new Map(
    [...css.matchAll(/--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/g)].map(
      ([, name = '', light = '', dark = light]) => [name, scheme === 'light' ? light : dark],
    ),
  );
const light = tokensOf('light');
const dark = tokensOf('dark');

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a = '', b = ''): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const WORDS: Record<string, string[]> = {
  ink: ['paper', 'surface', 'sunken', 'raised', 'hover', 'blue-wash', 'green-wash', 'amber-wash', 'red-wash'],
  'ink-soft': ['paper', 'surface', 'sunken', 'raised', 'hover', 'grey-wash'],
  'ink-faint': ['paper', 'surface', 'sunken', 'raised', 'hover', 'grey-wash'],
  'ink-on-fill': ['cinnabar', 'cinnabar-strong'],
  blue: ['paper', 'surface', 'sunken', 'raised', 'blue-wash'],
  green: ['surface', 'green-wash'],
  amber: ['surface', 'amber-wash'],
  red: ['paper', 'surface', 'raised', 'red-wash'],
  grey: ['surface', 'grey-wash'],
};

describe.each([
  ['light', light],
  ['dark', dark],
])('colours in %s', (_, tokens) => {
  it('texts have a contrast of at least 4.5 to 1 on all their backgrounds', () => {
    const weak = Object.entries(WORDS).flatMap(([ink, grounds]) =>
      grounds
        .filter((ground) => contrast(tokens.get(ink), tokens.get(ground)) < 4.5)
        .map((ground) => `${ink} on ${ground}`),
    );
    expect(weak).toEqual([]);
  });

  it('the frames of fields and the focus ring have 3 to 1', () => {
    const weak = ['line-strong', 'blue'].flatMap((line) =>
      ['paper', 'surface', 'sunken', 'raised']
        .filter((ground) => contrast(tokens.get(line), tokens.get(ground)) < 3)
        .map((ground) => `${line} on ${ground}`),
    );
    expect(weak).toEqual([]);
  });
});

it('is light or dark by the system, unless the person chose', () => {
  const scheme = (selector: string) => css.split(`${selector} {`)[1]?.match(/color-scheme: ([^;]+);/)?.[1];
  expect(scheme(':root')).toBe('light dark');
  expect(scheme(':root[data-theme="light"]')).toBe('light');
  expect(scheme(':root[data-theme="dark"]')).toBe('dark');
  // Nothing else may know of the scheme: it would miss one of both ways.
  expect(css).not.toContain('prefers-color-scheme');
});
