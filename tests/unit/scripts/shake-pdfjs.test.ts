import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { shaken } from '#scripts/product/shake-pdfjs.ts';

it('drops the parts of pdf.js that nobody uses, and refuses a pdf.js written otherwise', () => {
  const code = readFileSync(createRequire(import.meta.url).resolve('pdfjs-dist'), 'utf8');
  const result = shaken(code);
  expect(result).not.toContain('globalThis.pdfjsLib');
  // no class is lost or doubled, and nothing but their frames is added
  const names = (text: string) => [...text.matchAll(/^class (\w+)/gm)].map(([, name]) => name);
  expect(names(result)).toEqual(names(code));
  expect(result).toMatch(/^const AnnotationEditorLayer = \/\* @__PURE__ \*\/ \(\(\) => \{$/m);
  expect(() => shaken('export const getDocument = 1;')).toThrow('pdf.js is written differently now');
});
