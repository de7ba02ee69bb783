type Json = Record<string, unknown>;

/** Length of a schema's text, characters, from which on it gets a name where it stands more than once. */
const WORTH_A_NAME = 400;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isShape = (value: Json): boolean => 'properties' in value || 'oneOf' in value || 'anyOf' in value;

/**
 * Gives names to shapes that stand more than once in `paths` of an OpenAPI document, and puts references where they stood,
 * smaller ones inside larger ones too. A name is that of the property that first had the shape, or of its kind. Shapes that hold
 * themselves, which JSON Schema keeps under `definitions` of their call, move beside the others.
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

/** Keys of JSON Schema and OpenAPI, which say nothing of what a shape is. */
const PLAIN = new Set([
  ...['items', 'oneOf', 'anyOf', 'allOf', 'properties', 'additionalProperties'],
  ...['parameters', 'requestBody', 'responses', '200', 'content', 'application/json', 'schema', 'data'],
]);

/** The name of a call, or the kind by which a shape is told from its neighbours. */
function nameOf({ operationId, properties }: Json): string | undefined {
  if (typeof operationId === 'string') return operationId.split('.').at(-1);
  const kind = isObject(properties) ? (properties.kind ?? properties.type) : undefined;
  const [only, ...others] = isObject(kind) && Array.isArray(kind.enum) ? kind.enum : [];
  return typeof only === 'string' && others.length === 0 ? only : undefined;
}

/** How often each shape stands in a document, and the text of those that are worth a name. */
function countShapes(document: unknown) {
  const counts = new Map<string, number>();
  const written = new Map<unknown, string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    if (!isObject(value)) return;
    // What refers to its own definitions means nothing elsewhere.
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

/** The property that refers to `at`. */
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
