import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { implementations } from '#edge/worker.ts';
import { allCalls, openApiDocument } from '../../../scripts/openapi-document.ts';

it('implements every call that core defines, each once, and no other', () => {
  const defined = allCalls().map((call) => call.id);
  expect(new Set(defined).size).toBe(defined.length);
  expect(implementations.map(({ call }) => call.id).sort()).toEqual([...defined].sort());
});

it('[7.1a] keeps docs/openapi.json as the calls are, all under /ecapi', () => {
  const document = openApiDocument() as { paths: Record<string, unknown> };
  expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)));
  expect(Object.keys(document.paths).every((path) => path.startsWith('/ecapi/'))).toBe(true);
});

it('gives every call of an enterprise or person a summary, an actor and schemas', () => {
  for (const call of allCalls()) {
    expect(call.summary.length, call.id).toBeGreaterThan(5);
    expect(call.path.startsWith('/'), call.id).toBe(true);
  }
});
