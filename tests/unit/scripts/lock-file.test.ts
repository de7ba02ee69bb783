import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

const lockShape = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

/** Where Node finds `name` for the package at `path`. */
function find(packages: Record<string, unknown>, path: string, name: string): string | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') return undefined;
  }
}

it('locks the packages of every platform, without which npm ci refuses to install on any', () => {
  const { packages } = lockShape.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const missing: string[] = [];
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      if (find(packages, path, name) === undefined) missing.push(`${path}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});
