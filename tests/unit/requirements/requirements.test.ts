import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  numbersIn,
  numbersOf,
  requirementLines,
  requirements,
  requirementsDocument,
  testsByNumber,
  titlesIn,
} from '#scripts/requirements-document.ts';

const page = requirementsDocument();

describe('the page of requirements', () => {
  it('has each of the 553 statements once, in order, in a sentence', () => {
    const all = requirements();
    expect(all).toHaveLength(553);
    expect(new Set(all.map(({ number }) => number)).size).toBe(553);
    const place = (number: string) => {
      const [, section, line, letter] = /^(\d+)\.(\d+)([a-z]*)$/.exec(number) ?? [];
      return (Number(section) * 100 + Number(line)) * 30 + (letter ? letter.charCodeAt(0) - 96 : 0);
    };
    const places = all.map(({ number }) => place(number));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(all.filter(({ sentence }) => !/^[A-Z`].{10,}\.$/.test(sentence))).toEqual([]);
  });

  it('[0.1c] has the product under nine headings, each with statements of its own number', () => {
    const headings = page.split('\n').filter((line) => line.startsWith('## '));
    expect(headings).toEqual([
      '## 0 Scope',
      '## 1 Purpose and users',
      '## 2 Screens and routes',
      '## 3 Entities and fields',
      '## 4 States and transitions',
      '## 5 Validation',
      '## 6 Roles and permissions',
      '## 7 Calls',
      '## 8 Errors and messages',
      '## 9 Constants and limits',
    ]);
    for (const part of page.split(/^## /m).slice(1)) {
      const [section = ''] = part;
      const numbers = [...part.matchAll(/^- \[(\d+)\./gm)].map(([, number]) => number);
      expect(numbers.length, section).toBeGreaterThan(4);
      expect(new Set(numbers), section).toEqual(new Set([section]));
    }
    // Scope and the nine together are everything: no statement stands before them or outside of them.
    expect(page.split(/^## /m)[0]).not.toMatch(/^- \[/m);
    expect([...page.matchAll(/^- \[\d+\./gm)]).toHaveLength(requirements().length);
  });

  it('says them as the pages of docs/requirements do', () => {
    const printed = page.split('\n').filter((line) => line.startsWith('- ['));
    expect(printed).toEqual(requirements().map(({ number, sentence }) => `- [${number}] ${sentence}`));
  });

  it('is named by titles of at most four statements: a test of more is several', () => {
    const files = globSync('tests/**/*.test.ts');
    expect(files.length).toBeGreaterThan(500);
    const long = files.flatMap((file) =>
      titlesIn(file, readFileSync(file, 'utf8')).filter((title) => numbersOf(title).length > 4),
    );
    expect(long).toEqual([]);
  });

  it('says one statement with its tests, too', () => {
    const [first] = requirements();
    const text = requirementLines([first!.number]);
    expect(text.startsWith(`- [${first!.number}] ${first!.sentence}\n`)).toBe(true);
    expect(page).toContain(text.trimEnd());
  });

  it('names test files that there are', () => {
    const listed = [...page.matchAll(/`((?:unit|api|sync|agent|e2e|chaos)\/[^`]+)`/g)].map(
      ([, name]) => `tests/${name}.test.ts`,
    );
    expect(listed.length).toBeGreaterThan(500);
    const gone = [...new Set(listed)].filter((file) => !existsSync(file) && !existsSync(`${file}x`));
    expect(gone).toEqual([]);
  });

  it('knows every number that a test names: a statement, not the section that it is part of', () => {
    const known = new Set(requirements().map(({ number }) => number));
    const unknown = [...testsByNumber()].filter(([number]) => !known.has(number));
    expect(unknown).toEqual([]);
  });
});

it('numbers are read from titles alone: tests, groups, tables, on one line or several', () => {
  const text = `
    // [1.1a] in a comment
    describe('[2.1a] a group', () => {
      it.each([['[3.1a]', 1]])('[4.1a] [4.1b] %s', () => expect('[5.1a]').toBe(''));
      test.concurrent(
        \`[6.1] over \${lines}\`,
        () => {},
      );
      split('[7.1a]');
    });`;
  expect([...numbersIn('some.test.ts', text)]).toEqual(['2.1a', '4.1a', '4.1b', '6.1']);
});
