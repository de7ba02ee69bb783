import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

const LONGEST = 90;
const MOST_NUMBERS = 4;

/** Titles of tests and groups, each after its file; what a template puts in counts as one character. */
function titlesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const titles: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments;
      const text = title && textOf(title);
      if (text) titles.push(`${file}: ${text}`);
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return titles;
}

/** The text of a title that stands in the code, or null where it comes from elsewhere. */
function textOf(title: ts.Expression): string | null {
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return null;
  return [title.head.text, ...title.templateSpans.map((span) => span.literal.text)].join('…');
}

/** `it`, `it.each(…)`, `describe.skipIf(…)` and the like. */
const isTest = (node: ts.Expression): boolean =>
  ts.isIdentifier(node)
    ? ['it', 'test', 'describe'].includes(node.text)
    : (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) && isTest(node.expression);

const titles = globSync('tests/**/*.test.{ts,tsx}').flatMap(titlesIn);
const numbersIn = (title: string): number => (title.match(/\[\d+\.\d+[a-z,]*\]/g) ?? []).length;
const lengthOf = (title: string): number => [...title.slice(title.indexOf(': ') + 2)].length;

it(`no title names more than ${MOST_NUMBERS} statements`, () => {
  expect(titles.length).toBeGreaterThan(3_000);
  const more = titles.filter((title) => numbersIn(title) > MOST_NUMBERS);
  expect(more, 'part the test, so that each part proves its own statements').toEqual([]);
});

it(`no title is longer than ${LONGEST} characters`, () => {
  const longer = titles.filter((title) => lengthOf(title) > LONGEST);
  expect(longer, 'say the core of what is proved; the rest stands in the test').toEqual([]);
});
