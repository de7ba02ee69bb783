import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { flagsOf } from '#app/shell/route-flags.ts';

type Leaf = { path: string; file: string; frames: string[] };

function leavesOf(entries: readonly RouteConfigEntry[], path = '', frames: string[] = []): Leaf[] {
  return entries.flatMap((entry) => {
    const here = `${path}/${entry.path ?? ''}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
    const below = entry.children ? leavesOf(entry.children, here, [...frames, entry.file]) : [];
    const isLayout = entry.path === undefined && entry.children !== undefined;
    return isLayout ? below : [{ path: here, file: entry.file, frames }, ...below];
  });
}

const leaves = leavesOf(routes as RouteConfigEntry[]);
const pages = leaves.filter(({ path }) => !path.includes('*'));
/** `:id` filled in; `?` parts left out. */
const example = (path: string) => path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'x1');

it('every page of the table exists and says what it needs', () => {
  expect(leaves.filter(({ file }) => !existsSync(join('app', file))).map(({ file }) => file)).toEqual([]);
  expect(pages.filter(({ path }) => !flagsOf(example(path))).map(({ path }) => path)).toEqual([]);
});

it('[2.1b] full-screen pages are outside of the shell, all others that need a session inside', () => {
  const wrong = pages.filter(({ path, frames }) => {
    const flags = flagsOf(example(path));
    return Boolean(flags?.fullScreen || flags?.public) === frames.includes('shell/layout.tsx');
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

it('[2.13b] every page that is not public is guarded', () => {
  const open = pages.filter(({ path, frames }) => {
    const guarded = frames.includes('shell/layout.tsx') || frames.includes('shell/full-screen.tsx');
    return !flagsOf(example(path))?.public && !guarded;
  });
  expect(open.map(({ path }) => path)).toEqual([]);
});

/** Pages that lead on at once, and frames whose child is the page. */
const NAMELESS = [
  'routes/start.tsx',
  'routes/account.tsx',
  'routes/contract-manage.tsx',
  'routes/quick-manage.tsx',
  'routes/platform.tsx',
  'routes/refresh.tsx',
  'routes/company-template-role.tsx',
  'routes/company-template-field.tsx',
];

it('[2.1f] every page has a name for the title in the browser', () => {
  const files = [...new Set(leaves.map(({ file }) => file))];
  const named = (file: string) =>
    /export const handle = \{[^;]*?\btitle: ('|\()/s.test(readFileSync(join('app', file), 'utf8'));
  const nameless = files.filter((file) => !named(file)).sort();
  expect(nameless, 'give the page a title in its handle (app/README.md)').toEqual([...NAMELESS].sort());
});
