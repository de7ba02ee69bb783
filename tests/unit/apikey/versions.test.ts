import { expect, it } from 'vitest';
import { API_VERSIONS, versionFor } from '#core/apikey/versions.ts';
import { allCalls } from '#core/calls.ts';
import { programsDocument } from '#scripts/openapi-document.ts';
import { EXAMPLES } from '#scripts/reference-examples.ts';

const on = (day: string) => Date.parse(`${day}T12:00:00Z`);

it('a key keeps its day’s version, and a request may ask for another that exists', () => {
  const versions = ['2026-11-23', '2027-03-01', '2027-09-15'];
  expect(versionFor(null, on('2026-11-23'), versions)).toBe('2026-11-23');
  expect(versionFor(null, on('2027-02-28'), versions)).toBe('2026-11-23');
  expect(versionFor(null, on('2027-03-01'), versions)).toBe('2027-03-01');
  expect(versionFor(null, on('2030-01-01'), versions)).toBe('2027-09-15');
  // A key from before the first version has that one.
  expect(versionFor(null, on('2026-01-01'), versions)).toBe('2026-11-23');
  expect(versionFor('2027-09-15', on('2026-11-23'), versions)).toBe('2027-09-15');
  for (const asked of ['2027-09-16', '', 'latest'])
    expect(versionFor(asked, on('2027-09-15'), versions)).toBe(null);
  expect([...API_VERSIONS]).toEqual([...API_VERSIONS].sort());
});

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { headers?: object; description: string }>;
};

it('the reference has the calls that a key may make, no other, with examples its rules accept', () => {
  const document = JSON.parse(JSON.stringify(programsDocument())) as {
    info: { version: string };
    security: object[];
    components: { securitySchemes: { key: { scheme: string } } };
    paths: Record<string, Record<string, Operation>>;
  };
  const shown = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const calls = allCalls().filter(({ access }) => access.keys !== undefined);
  expect(shown.map(({ operationId }) => operationId).sort()).toEqual(calls.map(({ id }) => id).sort());
  expect(document.components.securitySchemes.key.scheme).toBe('bearer');
  expect(document.info.version).toBe(API_VERSIONS.at(-1));
  for (const { operationId, parameters, requestBody, responses } of shown) {
    const call = calls.find(({ id }) => id === operationId)!;
    const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
    expect(headers, operationId).toEqual([...(call.once ? ['X-Request-Id'] : []), 'Signet-Version']);
    expect(Object.keys(responses['200']!.headers!)).toEqual(
      expect.arrayContaining(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Signet-Version']),
    );
    expect(responses.default!.description).toContain('401300 API_KEY_INVALID');
    const example = EXAMPLES[operationId];
    if (!example) continue;
    if (requestBody) expect(Object.values(requestBody.content)[0]!.example).toEqual(example);
    else
      expect(
        Object.fromEntries(
          parameters.flatMap((one) => (one.example === undefined ? [] : [[one.name, one.example]])),
        ),
        operationId,
      ).toEqual(example);
    expect(call.input.safeParse(example).error?.issues ?? [], operationId).toEqual([]);
  }
  expect(Object.keys(EXAMPLES).every((id) => calls.some((call) => call.id === id))).toBe(true);
});
