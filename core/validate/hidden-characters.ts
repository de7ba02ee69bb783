import type { z } from 'zod';

/**
 * Characters that a single-line text must not contain: control characters (including line breaks), line and paragraph
 * separators, and bidirectional controls. In names they would allow to forge lines in messages and lists.
 */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Whether a text is one line of visible characters. */
export const isPlainLine = (text: string): boolean => !HIDDEN.test(text);
/** Whether a text consists of such lines, separated by line feeds (U+000A) only. */
export const isPlainText = (text: string): boolean => isPlainLine(text.replaceAll('\n', ''));

/** Removes these characters, for file names, whose author may not have seen them. */
export const withoutHidden = (text: string): string => Array.from(text).filter(isPlainLine).join('');

const several = new WeakSet<z.ZodType>();

/** Marks a string schema as free text with several lines. All other strings of calls are single lines. */
export function severalLines<T extends z.ZodType>(schema: T): T {
  several.add(schema);
  return schema;
}

/** The parts of zod's schema definition that are used here. */
interface SchemaDef {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  items?: readonly z.ZodType[];
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  options?: readonly z.ZodType[];
}

const describe = (schema: z.ZodType): SchemaDef => schema.def as unknown as SchemaDef;

/** A schema and the schemas that it wraps, such as the text of an optional text and all options of a union. */
function around(schema: z.ZodType): z.ZodType[] {
  const { innerType, options = [], left, right, in: input, out } = describe(schema);
  const inner = [innerType, left, right, input, out, ...options].filter((one) => one !== undefined);
  return [schema, ...inner.flatMap(around)];
}

/** The schemas that may have validated the part `name` of a value. */
const partsOf = (schemas: readonly z.ZodType[], name: string): z.ZodType[] =>
  schemas.flatMap((schema) => {
    const { shape, element, items, valueType } = describe(schema);
    const own = shape && Object.hasOwn(shape, name) ? shape[name] : (element ?? valueType);
    return [...(own ? [own] : []), ...(items ?? [])].flatMap(around);
  });

/**
 * Paths of the texts in a parsed value that contain hidden characters, including property names; `schema` determines
 * which may have line feeds. Paths are as in zod's issues, joined by dots.
 */
export function hiddenIn(schema: z.ZodType, value: unknown): string[] {
  const found: string[] = [];
  const look = (part: unknown, schemasOf: () => readonly z.ZodType[], path: string): void => {
    if (typeof part === 'string') {
      // the common case, which does not need the schema
      if (isPlainLine(part)) return;
      if (!schemasOf().some((one) => several.has(one)) || !isPlainText(part)) found.push(path);
    } else if (Array.isArray(part)) {
      const schemas = once(() => partsOf(schemasOf(), '0'));
      part.forEach((inner, at) => {
        look(inner, schemas, below(path, String(at)));
      });
    } else if (typeof part === 'object' && part !== null && !isBytes(part)) {
      for (const [name, inner] of Object.entries(part))
        if (isPlainLine(name))
          look(
            inner,
            once(() => partsOf(schemasOf(), name)),
            below(path, name),
          );
        else found.push(path);
    }
  };
  look(value, () => around(schema), '');
  return found;
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const isBytes = (value: object): boolean => value instanceof Blob || ArrayBuffer.isView(value);

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
