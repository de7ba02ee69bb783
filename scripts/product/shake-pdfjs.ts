const MODULE = /\/pdfjs-dist\/build\/pdf\.mjs$/;

/**
 * A Vite plugin that makes pdf.js tree-shakable. Its single module exports everything to `globalThis` for pages without
 * a bundler, and its classes have static fields, which Rollup must treat as side effects: together they keep the
 * editors and forms, over a third of the code that browsers would load. Each class becomes the value of a call
 * annotated as pure, which is equivalent for its users.
 */
export const shakePdfjs = () => ({
  name: 'signet:shake-pdfjs',
  apply: 'build' as const,
  transform: (code: string, id: string) =>
    MODULE.test(id.split('?')[0] ?? '') ? { code: shaken(code), map: null } : null,
});

/**
 * Throws if pdf.js no longer has the expected form: then this plugin needs an update, instead of silently shipping
 * more.
 */
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
