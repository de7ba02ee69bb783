import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const filesOf = (pattern: string) =>
  globSync(pattern).map((path) => {
    const file = path.replaceAll('\\', '/');
    return { file, text: readFileSync(file, 'utf8') };
  });

it('a task changes its state through the lifecycle: only six places write to it at all', () => {
  const places = filesOf('edge/**/*.ts').flatMap(({ file, text }) =>
    [...text.matchAll(/\bchangeTask\(/g)].map(
      ({ index }) => `${file}:${text.slice(0, index).split('\n').length}`,
    ),
  );
  expect(places.length).toBeGreaterThan(0);
  expect(places.length, places.join('\n')).toBeLessThanOrEqual(6);
});

it('who is told what about a task is decided in two files of it', () => {
  const telling = filesOf('edge/task/*.ts')
    .filter(
      ({ file, text }) =>
        file !== 'edge/task/tell-parties.ts' && /\btell(?:Party|Initiator|EachOnce)\(/.test(text),
    )
    .map(({ file }) => file);
  expect(telling.length).toBeGreaterThan(0);
  expect(telling.length, telling.join('\n')).toBeLessThanOrEqual(2);
});
