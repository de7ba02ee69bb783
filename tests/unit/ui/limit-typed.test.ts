import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limitTyped } from '#app/ui/limit-typed.ts';
import { typedMobile } from '#core/validate/mobile.ts';

it('the limit of a field acts on what is left after cleaning', () => {
  const digits = (text: string) => text.replace(/\D/g, '');
  const paste = (text: string, maxLength: number, only?: (text: string) => string) =>
    limitTyped(text, { before: '', maxLength, only });
  expect(paste('138 0013 8000', 11, digits)).toBe('13800138000');
  expect(paste('\u202d+86 138-0013-8000\u202c', 11, typedMobile)).toBe('13800138000');
  expect(paste('\u200b\u202a合同\u202c', 2)).toBe('合同');
  expect(paste('   采购合同', 4)).toBe('采购合同');
  expect(paste('合同'.repeat(9), 4)).toBe('合同合同');
});

it('a character typed into a full field changes nothing, and no character is cut in half', () => {
  expect(limitTyped('abXcd', { before: 'abcd', maxLength: 4 })).toBe('abcd');
  expect(limitTyped('ab𠮷', { before: '', maxLength: 3 })).toBe('ab');
  expect(limitTyped('abc', { before: 'ab', maxLength: undefined })).toBe('abc');
});

it('no text field leaves its limit to the browser, which acts before the text is cleaned', () => {
  expect(readFileSync('app/ui/text-field.tsx', 'utf8')).not.toMatch(/<input[^>]*\smaxLength=/);
});

it('pages are printed light in every theme, also in the own choice of dark', () => {
  const css = readFileSync('app/ui/theme.css', 'utf8');
  const themes = [...css.matchAll(/^:root(\[data-theme="\w+"\])?/gm)].map(([selector]) => selector);
  const at = css.indexOf('@media print');
  const print = css.slice(at, css.indexOf('\n}\n', at));
  for (const selector of themes) expect(print).toContain(selector);
  expect(print).toContain('color-scheme: light;');
  // of equal weight, so it must come after the themes
  expect(at).toBeGreaterThan(css.indexOf(':root[data-theme="dark"]'));
});
