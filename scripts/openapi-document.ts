import { z } from 'zod';
import { API_VERSIONS, VERSION_HEADER } from '#core/apikey/versions.ts';
import type { AnyCall } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { nameSchemas } from './name-schemas.ts';
import { EXAMPLES } from './reference-examples.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
    cycles: 'ref',
    reused: 'inline',
  });

const whoMay = ({ actor, roles }: AnyCall['access']): string =>
  `Who may call: ${actor}${roles ? ` with a role of ${roles.join(', ')}` : ''}.`;

/** The API as an OpenAPI 3.0 document, generated from the calls. */
export function openApiDocument(): object {
  const named = nameSchemas(pathsOf(allCalls(), operation));
  return {
    openapi: '3.0.3',
    info: {
      title: 'Signet',
      version: '2.5.0',
      description:
        'Every answer is { code, message, data }; code 200 is success. X-Token carries the access token.',
    },
    paths: named.paths,
    components: { schemas: named.schemas },
  };
}

/**
 * The calls that an API key may make, as an OpenAPI 3.0 document: what the page `/reference/` shows, with the key, the
 * headers, the limits and the refusals of calls by key, and with examples.
 */
export function programsDocument(): object {
  const calls = allCalls().filter(({ access }) => access.keys !== undefined);
  const named = nameSchemas(pathsOf(calls, programOperation));
  return {
    openapi: '3.0.3',
    info: { title: 'Signet', version: API_VERSIONS.at(-1) },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths: named.paths,
    components: {
      schemas: named.schemas,
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key of the enterprise: signet_…' },
      },
    },
  };
}

function pathsOf(
  calls: readonly AnyCall[],
  describe: (call: AnyCall) => object,
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    const path = `/ecapi${call.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] ??= {};
    paths[path][call.method.toLowerCase()] = describe(call);
  }
  return paths;
}

const header = (description: string) => ({ description, schema: { type: 'string' } });
const ANSWER_HEADERS = {
  'RateLimit-Limit': header('Calls a minute that the key may make'),
  'RateLimit-Remaining': header('Calls that are left in this minute'),
  'RateLimit-Reset': header('Seconds until the next minute begins'),
  [VERSION_HEADER]: header('Version that applied to this request'),
};

/** Refusals that a program meets with any call; each call can have others, with the same shape. */
const REFUSALS = [
  'INPUT_INVALID',
  'REPEATED_REQUEST_DIFFERS',
  'API_VERSION_UNKNOWN',
  'API_KEY_INVALID',
  'API_KEY_ENDED',
  'API_KEY_ELSEWHERE',
  'API_KEY_SCOPE',
  'API_KEY_HOLDER',
  'TOO_OFTEN',
] as const;

function programOperation(call: AnyCall): object {
  const { parameters, responses, requestBody, ...rest } = operation(call) as {
    parameters: { name: string }[];
    responses: { 200: object };
    requestBody?: { content: Record<string, object> };
  };
  const example = EXAMPLES[call.id];
  const inHeader = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return {
    ...rest,
    description: [
      `Scope of the key: \`${call.access.keys}\`.`,
      call.access.also ? `Checked, too: ${call.access.also}.` : '',
      example
        ? 'The example is made by `npm run examples`; ids, names and numbers in it stand for your own.'
        : '',
    ]
      .filter(Boolean)
      .join(' '),
    parameters: [
      ...parameters.map((one) =>
        example?.[one.name] === undefined ? one : { ...one, example: example[one.name] },
      ),
      ...(call.once
        ? [inHeader('X-Request-Id', 'Repeated with the same content it has one effect, and the same answer.')]
        : []),
      inHeader(VERSION_HEADER, `Asks for a version: ${API_VERSIONS.join(', ')}.`),
    ],
    ...(requestBody
      ? {
          requestBody: example
            ? {
                content: Object.fromEntries(
                  Object.entries(requestBody.content).map(([type, content]) => [
                    type,
                    { ...content, example },
                  ]),
                ),
              }
            : requestBody,
        }
      : {}),
    responses: {
      200: { ...responses[200], headers: ANSWER_HEADERS },
      default: {
        description: `A refusal. With any call: ${REFUSALS.map((name) => `${ERROR_CODES[name]} ${name}`).join(
          ', ',
        )}.`,
        content: { 'application/json': { schema: REFUSAL } },
      },
    },
  };
}

const REFUSAL = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'integer', description: 'Stable; core/errors.ts lists all' },
    message: { type: 'string', description: 'For people, in the language of Accept-Language' },
    requestId: { type: 'string' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, problem: { type: 'string' } },
      },
    },
  },
};

function operation(call: AnyCall): object {
  const input = schemaOf(call.input, 'input') as { properties?: Record<string, object>; required?: string[] };
  const names = [...call.path.matchAll(/:(\w+)/g)].map((m) => m[1]!);
  const inQuery =
    call.body === 'query' || call.body === 'bytes'
      ? Object.keys(input.properties ?? {}).filter((n) => !names.includes(n))
      : [];
  const parameter = (name: string, place: string) => ({
    name,
    in: place,
    required: place === 'path' || (input.required?.includes(name) ?? false),
    schema: input.properties?.[name] ?? {},
  });
  const type = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    multipart: 'multipart/form-data',
    bytes: 'application/octet-stream',
    query: '',
  }[call.body];
  return {
    operationId: call.id,
    summary: call.summary,
    description:
      whoMay(call.access) + (call.once ? ' Sent twice under one X-Request-Id it has one effect.' : ''),
    tags: [call.id.split('.')[0]],
    parameters: [...names.map((n) => parameter(n, 'path')), ...inQuery.map((n) => parameter(n, 'query'))],
    ...(type
      ? {
          requestBody: {
            content: {
              [type]: { schema: call.body === 'bytes' ? { type: 'string', format: 'binary' } : input },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'The envelope, or a file',
        content:
          call.answer === 'file'
            ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
            : {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: {
                      code: { type: 'integer' },
                      message: { type: 'string' },
                      data: schemaOf(call.output, 'output'),
                    },
                  },
                },
              },
      },
    },
  };
}
