import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { MENU, type MenuEntry } from '#core/identity/menu.ts';
import { LANGUAGES, type Language } from '#core/locales/languages.ts';

type Tree = { [key: string]: string | Tree };
/** Flat keys with their texts. */
export type Texts = Map<string, string>;

export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));

/** All texts by `namespace` and language, from both places where texts live. */
export async function readTexts(): Promise<Map<string, Map<Language, Texts>>> {
  const all = new Map<string, Map<Language, Texts>>();
  for (const room of ['app', 'core'])
    for (const lang of LANGUAGES) {
      const folder = `${room}/locales/${lang}`;
      for (const file of readdirSync(folder)) {
        // the app loads only the errors and rules of core; what else is there may have the name of a namespace of the app
        const name = basename(file, '.ts');
        const ns = room === 'app' || name === 'error' || name === 'rule' ? name : `core/${name}`;
        const module = (await import(join(process.cwd(), folder, file))) as { default: Tree };
        const byLanguage = all.get(ns) ?? new Map<Language, Texts>();
        byLanguage.set(lang, flat(module.default));
        all.set(ns, byLanguage);
      }
    }
  all.set('core/menu', menuTitles());
  return all;
}

/** Titles of the menu stand beside its entries. */
function menuTitles(): Map<Language, Texts> {
  const entriesOf = (entries: readonly MenuEntry[]): MenuEntry[] =>
    entries.flatMap((entry) => [entry, ...entriesOf(entry.children ?? [])]);
  const entries = entriesOf(MENU);
  return new Map(
    LANGUAGES.map((lang, i) => [lang, new Map(entries.map(({ name, title }) => [name, title[i] ?? '']))]),
  );
}

function flat(tree: Tree, prefix = '', into: Texts = new Map()): Texts {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') into.set(prefix + key, value);
    else flat(value, `${prefix}${key}.`, into);
  }
  return into;
}

export type Source = {
  file: string;
  /** Namespaces of `useTranslation`, the first being the default. */
  namespaces: string[];
  /** Keys given to `t` as they are. */
  asked: { key: string; line: number }[];
  /** Every text in quotes. */
  literals: { text: string; line: number }[];
  /** Texts put together, as their fixed parts. */
  templates: { parts: string[]; line: number; asked: boolean }[];
  /** Words that stand in JSX. */
  jsxTexts: { text: string; line: number }[];
};

/** What one source file says about texts. */
export function readSource(file: string): Source {
  const tree = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.ESNext,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: Source = { file, namespaces: [], asked: [], literals: [], templates: [], jsxTexts: [] };
  const lineOf = (node: ts.Node) => tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;

  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isCallExpression(node)) {
      const name = ts.isIdentifier(node.expression)
        ? node.expression.text
        : ts.isPropertyAccessExpression(node.expression)
          ? node.expression.name.text
          : '';
      const [first] = node.arguments;
      if (name === 'useTranslation' && first) found.namespaces.push(...stringsOf(first));
      if (name === 't' && first)
        for (const key of stringsOf(first)) found.asked.push({ key, line: lineOf(node) });
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      found.literals.push({ text: node.text, line: lineOf(node) });
    if (ts.isTemplateExpression(node))
      found.templates.push({
        parts: [node.head.text, ...node.templateSpans.map((span) => span.literal.text)],
        line: lineOf(node),
        asked: ts.isCallExpression(node.parent) && /^(\w+\.)?t$/.test(node.parent.expression.getText()),
      });
    if (ts.isJsxText(node) && node.text.trim() !== '')
      found.jsxTexts.push({ text: node.text.trim(), line: lineOf(node) });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The texts that an expression may be: itself, either side of a choice, or the parts of a list. */
function stringsOf(node: ts.Node): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...stringsOf(node.whenTrue), ...stringsOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return stringsOf(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(stringsOf);
  return [];
}

/** A pattern for what a template may become; undefined where it has no fixed beginning to know it by. */
export function patternOf(parts: readonly string[]): RegExp | undefined {
  if (!/^[\w-]+[.:]/.test(parts[0] ?? '')) return undefined;
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\w-]+')}$`);
}
