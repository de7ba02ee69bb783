import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

const LONGEST = 90;
const MOST_NUMBERS = 4;

/** Titles of tests that were longer before this bound was kept. The number only goes down. */
const LONGER_BEFORE = 875;

/** Titles of tests and groups, as far as they stand in the code as one text. */
function titlesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const titles: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return titles;
}

/** `it`, `it.each(…)`, `describe.skipIf(…)` and the like. */
const isTest = (node: ts.Expression): boolean =>
  ts.isIdentifier(node)
    ? ['it', 'test', 'describe'].includes(node.text)
    : (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) && isTest(node.expression);

const titles = globSync('tests/**/*.test.{ts,tsx}').flatMap(titlesIn);
const numbersIn = (title: string): number => (title.match(/\[\d+\.\d+[a-z,]*\]/g) ?? []).length;

it(`no title names more than ${MOST_NUMBERS} statements`, () => {
  expect(titles.length).toBeGreaterThan(3_000);
  expect(titles.filter((title) => numbersIn(title) > MOST_NUMBERS)).toEqual([]);
});

it(`no new title is longer than ${LONGEST} characters`, () => {
  const longer = titles.filter((title) => [...title].length > LONGEST);
  expect(
    longer.length,
    'shorten the new title; where an old one was shortened, lower the number',
  ).toBeLessThanOrEqual(LONGER_BEFORE);
});
