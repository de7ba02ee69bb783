import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const DOORS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/README.md',
  'docs/architecture.md',
  'docs/conventions.md',
  'app/README.md',
];
const decisions = readdirSync('docs/decisions').map((name) => `docs/decisions/${name}`);

it.each(DOORS)('%s names files and folders that there are', (page) => {
  const text = readFileSync(page, 'utf8');
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to]) => join(dirname(page), to!));
  const rooms = /`((?:app|core|edge|sync|agent|db|tests|scripts|docs)\/[\w./-]+)`/g;
  const named = [...text.matchAll(rooms)].map(([, path]) => path!);
  const gone = [...linked, ...named].filter((path) => !existsSync(path));
  expect(gone, `name in ${page} what is there now`).toEqual([]);
});

it('each decision says whether it is in force, and since when', () => {
  const status = /^# .+\n\nStatus: (in force|replaced by \S+)\. Decided \d{4}-\d\d-\d\d\.\n/;
  const without = decisions.filter((page) => !status.test(readFileSync(page, 'utf8')));
  expect(without, 'third line: Status: in force. Decided YYYY-MM-DD.').toEqual([]);
});

it('every page of the documentation is in its index', () => {
  const index = readFileSync('docs/README.md', 'utf8');
  const pages = globSync('docs/**/*.md').filter((page) => page !== 'docs/README.md');
  expect(pages.length).toBeGreaterThan(50);
  const missing = pages.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`));
  expect(missing, 'add a line to docs/README.md').toEqual([]);
});
