import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { expect, it } from 'vitest';
import routes from '#app/routes.ts';

/** The packages that the editor of web templates is made of. */
const EDITOR = /^(?:@tiptap\/|prosemirror-)/;

/** Modules that a file loads with itself, and those that it loads when they are needed. */
function importsOf(file: string): { now: string[]; later: string[] } {
  const source = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const names = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, name]) => name!);
  return {
    now: names(/^(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm),
    later: names(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g),
  };
}

/** The file of a module of the project; undefined for a package. */
function fileOf(name: string, from: string): string | undefined {
  const path = name.startsWith('#') ? name.slice(1) : name.startsWith('.') ? join(dirname(from), name) : '';
  return /\.tsx?$/.test(path) && existsSync(path) ? path : undefined;
}

/** The packages of the editor that a page loads with itself, each with the module that asks for it. */
function editorOf(entry: string): string[] {
  const seen = new Set([entry]);
  const found: string[] = [];
  for (const file of seen)
    for (const name of importsOf(file).now) {
      const next = fileOf(name, file);
      if (next) seen.add(next);
      else if (EDITOR.test(name)) found.push(`${name} by ${file}`);
    }
  return found;
}

function filesOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ file, children }) => [join('app', file), ...filesOf(children ?? [])]);
}

const PAGES = [
  ...new Set(['app/root.tsx', 'app/entry.client.tsx', ...filesOf(routes as RouteConfigEntry[])]),
];

it('no page loads the editor of templates with itself', () => {
  expect(PAGES.length).toBeGreaterThan(60);
  expect(PAGES.flatMap((page) => editorOf(page).map((what) => `${relative('app', page)}: ${what}`))).toEqual(
    [],
  );
});

it('the editor’s page and the embedded one load it on opening, and no other page’s module does', () => {
  const asking = new Set<string>();
  for (const page of PAGES) {
    const seen = new Set([page]);
    for (const file of seen) {
      const { now, later } = importsOf(file);
      for (const name of now) {
        const next = fileOf(name, file);
        if (next) seen.add(next);
      }
      for (const name of later) {
        const next = fileOf(name, file);
        if (next && editorOf(next).length > 0)
          asking.add(`${relative('app', file)} → ${relative('app', next)}`);
      }
    }
  }
  expect([...asking].sort()).toEqual(
    ['embed-template', 'web-template'].map(
      (page) => `routes/${page}.tsx → features/template/editor/web-template.tsx`,
    ),
  );
});
