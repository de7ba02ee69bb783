import { z } from 'zod';
import type { AnyCall } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { nameSchemas } from './name-schemas.ts';

type Schema = Record<string, unknown>;

const HEADER = `/**
 * The calls that an API key may make, with the types of what they take and answer. Printed from the definitions of the
 * product: npm run client.
 */
import type { Call } from './client.ts';
`;

/** client/src/calls.ts: one export for each call that takes an API key, so that a bundler keeps only those in use. */
export function clientDocument(): string {
  const calls = allCalls().filter(({ access }) => access.keys !== undefined);
  const names = exportNames(calls);
  const { paths, schemas } = nameSchemas(
    Object.fromEntries(
      calls.map((call) => [
        names.get(call.id)!,
        {
          operationId: call.id,
          input: schemaOf(call.input, 'input'),
          output: schemaOf(call.output, 'output'),
        },
      ]),
    ),
  );
  const taken = new Set(['Bytes', 'Call', 'File']);
  const typeName = (name: string) => (taken.has(name) ? `${name}Shape` : name);
  const print = (schema: unknown): string => typeOf(schema as Schema, typeName);
  const types = Object.entries(schemas).map(
    ([name, schema]) => `export type ${typeName(name)} = ${print(schema)};\n`,
  );
  const exported = calls.map((call) => {
    const name = names.get(call.id)!;
    const { input, output } = paths[name] as { input: Schema; output: Schema };
    const out = call.answer === 'file' ? 'File' : print(output);
    const parameter = call.body === 'bytes' ? `${print(input)} & { body: Bytes }` : print(input);
    const facts = {
      method: call.method,
      path: call.path,
      body: call.body,
      ...(call.answer === 'file' ? { file: true } : {}),
      ...(call.once ? { once: true } : {}),
      ...('after' in ((input.properties ?? {}) as Schema)
        ? { after: keyOf(schemaOf(call.output, 'output') as Schema) }
        : {}),
    };
    const scope = `Scope: ${call.access.keys}.`;
    return [
      `/** ${call.summary.replace(/\.$/, '').replaceAll('*/', '* /')}. ${scope} */`,
      `export const ${name}: Call<${parameter}, ${out}> = ${JSON.stringify(facts)};\n`,
    ].join('\n');
  });
  const used = [...types, ...exported].join('\n');
  const imports = ['Bytes', 'Call', 'File'].filter((name) => new RegExp(`\\b${name}\\b`).test(used));
  return `${HEADER.replace('{ Call }', `{ ${imports.join(', ')} }`)}\n${used}`;
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
    cycles: 'ref',
    reused: 'inline',
  });

/** Properties that name a row of a list. */
const KEYS = ['rowKey', 'planId', 'batchId', 'contactId', 'linkId', 'id', 'versionId'];

function keyOf(list: Schema): string {
  const { records } = (list.properties ?? {}) as { records?: { items?: Schema } };
  const key = KEYS.find((name) => name in ((records?.items?.properties ?? {}) as Schema));
  if (!key)
    throw new Error(`a list goes on below a row that has no key: ${JSON.stringify(list).slice(0, 200)}`);
  return key;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The last part of the id, with its domain after the verb if it says too little: template.enable is enableTemplate. */
function exportNames(calls: readonly AnyCall[]): ReadonlyMap<string, string> {
  const short = (id: string) => id.slice(id.lastIndexOf('.') + 1);
  const counts = new Map<string, number>();
  for (const { id } of calls) counts.set(short(id), (counts.get(short(id)) ?? 0) + 1);
  return new Map(
    calls.map(({ id }) => {
      const name = short(id);
      const domain = capital(id.slice(0, id.indexOf('.')));
      const says = counts.get(name) === 1 && /[A-Z]/.test(name) && !/File$/.test(name);
      return [id, says || name.includes(domain) ? name : name.replace(/^[a-z]+/, (verb) => verb + domain)];
    }),
  );
}

/** A TypeScript type for the JSON schemas that zod writes. */
function typeOf(schema: Schema, typeName: (name: string) => string): string {
  const print = (one: unknown): string => typeOf(one as Schema, typeName);
  const base = (): string => {
    if (typeof schema.$ref === 'string') return typeName(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
    if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    const several = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(several)) return [...new Set(several.map(print))].join(' | ');
    if (Array.isArray(schema.allOf)) return schema.allOf.map((one) => `(${print(one)})`).join(' & ');
    switch (schema.type) {
      case 'string':
        return 'string';
      case 'number':
      case 'integer':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'array':
        return listOf(print(schema.items ?? {}));
      case 'object':
        return objectOf(schema, print);
      default:
        return 'unknown';
    }
  };
  const printed = base();
  return schema.nullable === true && printed !== 'null' ? `${printed} | null` : printed;
}

const listOf = (item: string): string =>
  /[ |&]/.test(item) && !item.startsWith('Record<') ? `(${item})[]` : `${item}[]`;

function objectOf(
  { properties, required, additionalProperties }: Schema,
  print: (schema: unknown) => string,
): string {
  const needed = new Set(Array.isArray(required) ? required : []);
  const members = Object.entries((properties ?? {}) as Schema).map(
    ([name, schema]) =>
      `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${needed.has(name) ? '' : '?'}: ${print(schema)}`,
  );
  if (members.length > 0) return `{ ${members.join('; ')} }`;
  return typeof additionalProperties === 'object'
    ? `Record<string, ${print(additionalProperties)}>`
    : 'Record<string, never>';
}
