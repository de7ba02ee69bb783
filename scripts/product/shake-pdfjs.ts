const MODULE = /\/pdfjs-dist\/build\/pdf\.mjs$/;

/**
 * A Vite plugin that lets unused parts of pdf.js fall away. Its one module hands everything to `globalThis` for pages
 * without a bundler, and its classes have static fields, which Rollup must take for effects: together they keep the
 * editors and forms, over a third of what a browser would be sent. Each class becomes the value of a call that is marked
 * as pure, which is the same class to whoever uses it.
 */
export const shakePdfjs = () => ({
  name: 'signet:shake-pdfjs',
  apply: 'build' as const,
  transform: (code: string, id: string) =>
    MODULE.test(id.split('?')[0] ?? '') ? { code: shaken(code), map: null } : null,
});

/** Throws where pdf.js is no longer written as this expects: then it is time to look, not to send more. */
export function shaken(code: string): string {
  const alone = code.replace(/^globalThis\.pdfjsLib = \{\n[^{}]*\};$/m, '');
  let classes = 0;
  const result = alone.replace(/^class (\w+)(?: extends \w+)? \{\n[\s\S]*?^\}$/gm, (whole, name: string) => {
    classes++;
    return `const ${name} = /* @__PURE__ */ (() => {\n${whole}\nreturn ${name};\n})();`;
  });
  if (alone === code || classes < 100)
    throw new Error('pdf.js is written differently now: see shake-pdfjs.ts');
  return result;
}
