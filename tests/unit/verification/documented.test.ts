import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '#core/verification/problems.ts';

const root = join(import.meta.dirname, '../../..');

function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

describe('problem codes', () => {
  const documented = readFileSync(join(root, 'docs/verification.md'), 'utf8');

  it('are all explained in docs/verification.md, with their weight', () => {
    for (const [code, weight] of Object.entries(PROBLEMS)) {
      expect(documented, code).toMatch(new RegExp(`\\| \`${code}\` \\| ${weight} \\|`));
    }
  });

  it('are all named by some engine', () => {
    const engines = ['core/pdf/verify', 'core/ofd/verify', 'core/verification', 'scripts']
      .map((folder) => sources(join(root, folder)))
      .join('\n')
      .replace(/export const PROBLEMS = \{[\s\S]*?\n\}/, '');
    const unnamed = Object.keys(PROBLEMS).filter((code) => !engines.includes(`'${code}'`));
    expect(unnamed).toEqual([]);
  });
});

it('each construct that another verifier judged otherwise is there, with clause and test', () => {
  const documented = readFileSync(join(root, 'docs/verification.md'), 'utf8');
  const [, section = ''] = documented.split('### What was found beside other verifiers, and what shows it');
  const [table = ''] = section.split('\n###');
  const rows = [...table.matchAll(/^\| (?!Construct|---)(.+) \| (.+) \| (`.+`) \|$/gm)];
  expect(rows.length).toBeGreaterThan(15);
  for (const [, what = '', clause = '', tests = ''] of rows) {
    expect(clause, what).toMatch(/\d|as below/);
    for (const [, file = ''] of tests.matchAll(/`([^`]+)`/g))
      expect(existsSync(join(root, 'tests/unit', file)), file).toBe(true);
  }
});
