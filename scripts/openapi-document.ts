import { z } from 'zod';
import * as account from '#core/account/calls.ts';
import type { AnyCall } from '#core/call.ts';
import * as certificate from '#core/certificate/calls.ts';
import * as certificateSim from '#core/certificate/sim-calls.ts';
import * as companyAdministrator from '#core/company/administrator-calls.ts';
import * as company from '#core/company/calls.ts';
import * as config from '#core/config/calls.ts';
import * as employee from '#core/employee/calls.ts';
import * as help from '#core/help/calls.ts';
import * as identity from '#core/identity/calls.ts';
import * as identityUkey from '#core/identity/ukey-calls.ts';
import * as internal from '#core/internal/calls.ts';
import * as notice from '#core/notice/calls.ts';
import * as platform from '#core/platform/calls.ts';
import * as quicksign from '#core/quicksign/calls.ts';
import * as quicksignUkey from '#core/quicksign/ukey-calls.ts';
import * as realname from '#core/realname/calls.ts';
import * as realnameEnterprise from '#core/realname/enterprise-calls.ts';
import * as seal from '#core/seal/calls.ts';
import * as sealCertificate from '#core/seal/certificate-calls.ts';
import * as sealCloud from '#core/seal/cloud-calls.ts';
import * as sealTemplate from '#core/seal/template-calls.ts';
import * as sealUsable from '#core/seal/usable-calls.ts';
import * as sso from '#core/sso/calls.ts';
import * as task from '#core/task/calls.ts';
import * as taskConsent from '#core/task/consent-calls.ts';
import * as taskDraft from '#core/task/draft-calls.ts';
import * as home from '#core/task/home-calls.ts';
import * as taskUkey from '#core/task/ukey-calls.ts';
import * as template from '#core/template/calls.ts';
import * as templateRecord from '#core/template/record-calls.ts';

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value;

/** Every call that core defines, by path. */
export const allCalls = (): AnyCall[] =>
  [
    account,
    certificate,
    certificateSim,
    company,
    companyAdministrator,
    employee,
    config,
    help,
    identity,
    identityUkey,
    internal,
    notice,
    platform,
    quicksign,
    quicksignUkey,
    realname,
    realnameEnterprise,
    seal,
    sealTemplate,
    sealCertificate,
    sealCloud,
    sealUsable,
    sso,
    task,
    taskDraft,
    taskConsent,
    taskUkey,
    home,
    template,
    templateRecord,
  ]
    .flatMap((module) => Object.values(module) as unknown[])
    .filter(isCall)
    .sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`, 'en'));

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

/** The API as an OpenAPI 3.0 document, made from the calls. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of allCalls()) {
    const path = `/ecapi${call.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] ??= {};
    paths[path][call.method.toLowerCase()] = operation(call);
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Signet',
      version: '2.5.0',
      description:
        'Every answer is { code, message, data }; code 200 is success. X-Token carries the access token.',
    },
    paths,
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
