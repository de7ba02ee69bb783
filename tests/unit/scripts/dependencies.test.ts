import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PRODUCT = ['app', 'core', 'edge', 'sync', 'agent', 'db', 'scripts'];

it('packages that only tests use are development dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const sources = PRODUCT.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file))
      .map((file) => readFileSync(join(room, file), 'utf8')),
  ).join('\n');
  const used = (name: string) => sources.includes(`'${name}'`) || sources.includes(`'${name}/`);
  const unused = Object.keys(dependencies).filter((name) => !used(name));
  expect(unused, 'npm install --save-dev NAME@VERSION moves it').toEqual([]);
});
