import { z } from 'zod';
import type { AnyCall } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { nameSchemas } from './name-schemas.ts';

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
  const paths: Record<string, Record<string, object>> = {};
  for (const call of allCalls()) {
    const path = `/ecapi${call.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] ??= {};
    paths[path][call.method.toLowerCase()] = operation(call);
  }
  const named = nameSchemas(paths);
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
