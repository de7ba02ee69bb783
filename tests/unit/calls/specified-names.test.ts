import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#scripts/openapi-document.ts';
import { SPECIFIED } from '#tests/fixtures/specified-calls.ts';

type Operation = {
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Shape | { $ref: string } }> };
};
interface Shape {
  properties?: Record<string, unknown>;
}
const { paths, components } = JSON.parse(JSON.stringify(openApiDocument())) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Shape> };
};
const shapeOf = (schema: Shape | { $ref: string } = {}): Shape | undefined =>
  '$ref' in schema ? components.schemas[schema.$ref.split('/').at(-1)!] : schema;

/** The operation at a path; names of the parts that a caller fills are the product's own. */
const operationAt = (method: string, path: string): Operation | undefined => {
  const shape = (one: string) => one.replace(/\{\w+\}|:\w+/g, '*').replace('/sinorail/', '/*/');
  const found = Object.keys(paths).find((one) => shape(one) === shape(`/ecapi${path}`));
  return found === undefined ? undefined : paths[found]?.[method.toLowerCase()];
};

describe('the reference of the API has, under the path and the names that are spelled here,', () => {
  it.each(SPECIFIED)('[$statement] $method $path', ({ method, path, names }) => {
    const operation = operationAt(method, path);
    expect(operation, `${method} ${path}`).toBeDefined();
    const [body] = Object.values(operation?.requestBody?.content ?? {});
    const taken = [
      ...(operation?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
      ...Object.keys(shapeOf(body?.schema)?.properties ?? {}),
    ];
    expect(taken).toEqual(expect.arrayContaining([...names]));
  });
});
