import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './install.mjs';

/** One numbered requirement, as a sentence. */
export interface Requirement {
  /** Such as `5.6b`. */
  number: string;
  sentence: string;
}

const SOURCE = join(root, 'docs/requirements');
const LINE = /^- \[(\d+\.\d+[a-z]*)\] (.+)$/;

/** The hand-written pages, one per section, in order. */
const sections = (): string[] =>
  readdirSync(SOURCE)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readFileSync(join(SOURCE, file), 'utf8'));

/** All requirements with their sentences, in the order of the pages. */
export function requirements(): Requirement[] {
  return sections().flatMap((text) =>
    text.split('\n').flatMap((line) => {
      const [, number, sentence] = LINE.exec(line) ?? [];
      return number && sentence ? [{ number, sentence }] : [];
    }),
  );
}

/**
 * Test files by the numbers in their titles, such as `api/task/main-job`. A number without a letter, such as [4.6],
 * covers itself and every lettered requirement of that line.
 */
export function testsByNumber(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.test\.tsx?$/.test(name)).sort()) {
    const text = readFileSync(join(root, 'tests', file), 'utf8');
    const name = file.replace(/\.test\.tsx?$/, '');
    for (const number of numbersIn(file, text)) found.set(number, [...(found.get(number) ?? []), name]);
  }
  return found;
}

/** Numbers in titles of `it`, `test` and `describe`, each once. */
export function numbersIn(file: string, text: string): Set<string> {
  return new Set(titlesIn(file, text).flatMap(numbersOf));
}

/** Titles of `it`, `test` and `describe` that name a statement. */
export function titlesIn(file: string, text: string): string[] {
  const titles: string[] = [];
  if (!/\[\d+\.\d+[a-z]*\]/.test(text)) return titles; // parsing is what takes time
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [first] = node.arguments;
      const title =
        first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)) ? first.getText() : '';
      if (numbersOf(title).length > 0) titles.push(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return titles;
}

/** Numbers of statements in a title, such as `5.6b`. */
export const numbersOf = (title: string): string[] =>
  [...title.matchAll(/\[(\d+\.\d+[a-z]*)\]/g)].map(([, number]) => number!);

/** `it`, `it.concurrent`, `it.each(…)`: any expression that starts with the name of vitest's function. */
function isTest(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return ['it', 'test', 'describe'].includes(node.text);
  return (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) && isTest(node.expression);
}

/** The sentences of docs/requirements/, each with the test files that name it, as one page. */
export function requirementsDocument(): string {
  const tests = testsByNumber();
  const all = requirements();
  const named = all.filter(({ number }) => tests.has(number)).length;
  const body = sections()
    .map((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => printed(line, tests))
        .join('\n'),
    )
    .join('\n\n');
  return `# What is required

Comments and titles of tests name what they serve by a number in brackets, such as [5.6b]. Here each number has its sentence, and below it the test files that name it: \`api/task/main-job\` is \`tests/api/task/main-job.test.ts\`. ${named} of ${all.length} statements are named by a test.

The sentences are written by hand in \`docs/requirements/\`, one page a section; \`npm run --silent requirements\` prints this page from them and from the titles of the tests.

${body}
`;
}

/** The statements of these numbers, each with its tests. */
export function requirementLines(numbers: readonly string[]): string {
  const tests = testsByNumber();
  const chosen = requirements().filter(({ number }) => numbers.includes(number));
  return chosen.map(({ number, sentence }) => `${printed(`- [${number}] ${sentence}`, tests)}\n`).join('');
}

/** A line of a section with its heading one level deeper, or a requirement with its tests. */
function printed(line: string, tests: Map<string, string[]>): string {
  if (line.startsWith('#')) return `#${line}`;
  const number = LINE.exec(line)?.[1];
  if (!number) return line;
  const files = (tests.get(number) ?? []).map((file) => `\`${file}\``);
  return `${line}\n  ${files.length > 0 ? `<br>${files.join(' ')}` : '<br>*no test names it*'}`;
}
