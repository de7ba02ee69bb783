import { expect, it } from 'vitest';
import { openApiDocument } from '#scripts/openapi-document.ts';

type Json = Record<string, unknown>;
const { components } = openApiDocument() as { components: { schemas: Record<string, Json> } };
const text = JSON.stringify(openApiDocument());

it('every reference of the API leads to a shape, and every shape is referred to', () => {
  const referred = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, at]) => at));
  expect([...referred].toSorted()).toEqual(
    Object.keys(components.schemas)
      .map((name) => `#/components/schemas/${name}`)
      .toSorted(),
  );
  expect(text).not.toContain('"definitions"');
});

it('a shape that holds itself refers to itself', () => {
  const { ResList } = components.schemas;
  expect(JSON.stringify(ResList!.properties)).toContain('"$ref":"#/components/schemas/ResList"');
});

it('no shape of two calls is written out twice', () => {
  const seen = new Map<string, number>();
  const count = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('properties' in value && !Array.isArray(value)) {
      const written = JSON.stringify(value);
      if (written.length >= 400) seen.set(written, (seen.get(written) ?? 0) + 1);
    }
    for (const one of Object.values(value)) count(one);
  };
  count(JSON.parse(text));
  expect([...seen].filter(([, times]) => times > 1).map(([written]) => written.slice(0, 80))).toEqual([]);
});
