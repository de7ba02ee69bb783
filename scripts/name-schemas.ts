type Json = Record<string, unknown>;

/** Minimum length of a schema's text, in characters, to be named if it occurs more than once. */
const WORTH_A_NAME = 400;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isShape = (value: Json): boolean => 'properties' in value || 'oneOf' in value || 'anyOf' in value;

/**
 * Names schemas that occur more than once in `paths` of an OpenAPI document and replaces them by references, including
 * smaller ones inside larger ones. The name comes from the first property with the schema, or from its kind. Recursive
 * schemas, which JSON Schema keeps under `definitions` of their call, are moved to the same place.
 */
export function nameSchemas(paths: Json): { paths: Json; schemas: Json } {
  const { counts, written } = countShapes(paths);
  const schemas: Json = {};
  const names = new Map<string, string>();
  const nameFor = (text: string, near: string, made: () => unknown): string => {
    const known = names.get(text);
    if (known) return known;
    const base = `${near.charAt(0).toUpperCase()}${near.slice(1)}`;
    let name = base;
    for (let n = 2; name in schemas; n++) name = `${base}${n}`;
    names.set(text, name);
    schemas[name] = {};
    schemas[name] = made();
    return name;
  };
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  const rebuild = (value: unknown, near: string, own: ReadonlyMap<string, string>): unknown => {
    if (Array.isArray(value)) return value.map((one) => rebuild(one, near, own));
    if (!isObject(value)) return value;
    if (typeof value.$ref === 'string') {
      const name = own.get(value.$ref);
      if (!name) throw new Error(`nothing stands at ${value.$ref}`);
      return reference(name);
    }
    if (isObject(value.definitions)) return withDefinitions(value, near);
    const here = nameOf(value) ?? near;
    const inside = () =>
      Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, rebuild(one, PLAIN.has(key) ? here : key, own)]),
      );
    const text = written.get(value);
    if (text === undefined || counts.get(text)! < 2) return inside();
    return reference(nameFor(text, here, inside));
  };
  const withDefinitions = ({ definitions, ...rest }: Json, near: string): unknown => {
    const own = new Map<string, string>();
    for (const [key, shape] of Object.entries(definitions as Json)) {
      const at = `#/definitions/${key}`;
      const name = nameFor(JSON.stringify(shape), nameIn(rest, at) ?? near, () => {
        own.set(at, names.get(JSON.stringify(shape))!);
        return rebuild(shape, near, own);
      });
      own.set(at, name);
    }
    return rebuild(rest, near, own);
  };
  return { paths: rebuild(paths, 'shape', new Map()) as Json, schemas };
}

/** Keywords of JSON Schema and OpenAPI, which are useless as names. */
const PLAIN = new Set([
  ...['items', 'oneOf', 'anyOf', 'allOf', 'properties', 'additionalProperties'],
  ...['parameters', 'requestBody', 'responses', '200', 'content', 'application/json', 'schema', 'data'],
]);

/** The call's name, or the kind that distinguishes a schema from its siblings. */
function nameOf({ operationId, properties }: Json): string | undefined {
  if (typeof operationId === 'string') return operationId.split('.').at(-1);
  const kind = isObject(properties) ? (properties.kind ?? properties.type) : undefined;
  const [only, ...others] = isObject(kind) && Array.isArray(kind.enum) ? kind.enum : [];
  return typeof only === 'string' && others.length === 0 ? only : undefined;
}

/** Counts the occurrences of each schema in a document, and collects the texts of those worth naming. */
function countShapes(document: unknown) {
  const counts = new Map<string, number>();
  const written = new Map<unknown, string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    if (!isObject(value)) return;
    // A schema that refers to its own definitions cannot be used elsewhere.
    if (isShape(value)) {
      const text = JSON.stringify(value);
      if (text.length >= WORTH_A_NAME && !text.includes('"$ref"')) {
        written.set(value, text);
        counts.set(text, (counts.get(text) ?? 0) + 1);
      }
    }
    for (const one of Object.values(value)) walk(one);
  };
  walk(document);
  return { counts, written };
}

/** Name of the property that refers to `at`. */
function nameIn(value: unknown, at: string, near?: string): string | undefined {
  if (Array.isArray(value)) return value.map((one) => nameIn(one, at, near)).find(Boolean);
  if (!isObject(value)) return undefined;
  if (value.$ref === at) return near;
  for (const [key, one] of Object.entries(value)) {
    const found = nameIn(one, at, PLAIN.has(key) ? near : key);
    if (found) return found;
  }
  return undefined;
}
