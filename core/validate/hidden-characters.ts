import type { z } from 'zod';

/**
 * What no text of one line has: control characters (a line break is one), the separators of lines and paragraphs, and what
 * turns the direction of the text around it. In a name that reaches a message or a list they make somebody else's lines.
 */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Whether a text is one line of visible characters. */
export const isPlainLine = (text: string): boolean => !HIDDEN.test(text);
/** Whether a text is such lines, with nothing but a line feed (U+000A) between them. */
export const isPlainText = (text: string): boolean => isPlainLine(text.replaceAll('\n', ''));

/** A text without them: of a file's name, which whoever chose the file may never have seen. */
export const withoutHidden = (text: string): string => Array.from(text).filter(isPlainLine).join('');

const several = new WeakSet<z.ZodType>();

/** Marks a schema of a string as a free text, which may be of several lines. Any other string of a call is one line. */
export function severalLines<T extends z.ZodType>(schema: T): T {
  several.add(schema);
  return schema;
}

/** What of zod's own description of a schema is looked at. */
interface Described {
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

const describe = (schema: z.ZodType): Described => schema.def as unknown as Described;

/** A schema and what it is made around: of an optional text the text, of a union each of its kinds. */
function around(schema: z.ZodType): z.ZodType[] {
  const { innerType, options = [], left, right, in: input, out } = describe(schema);
  const inner = [innerType, left, right, input, out, ...options].filter((one) => one !== undefined);
  return [schema, ...inner.flatMap(around)];
}

/** The schemas that may have judged the part `name` of a value. */
const partsOf = (schemas: readonly z.ZodType[], name: string): z.ZodType[] =>
  schemas.flatMap((schema) => {
    const { shape, element, items, valueType } = describe(schema);
    const own = shape && Object.hasOwn(shape, name) ? shape[name] : (element ?? valueType);
    return [...(own ? [own] : []), ...(items ?? [])].flatMap(around);
  });

/**
 * Paths of the texts in a parsed value that have hidden characters, those of names of fields too; `schema` says which may
 * have line feeds. Paths are as in zod's issues, joined by dots.
 */
export function hiddenIn(schema: z.ZodType, value: unknown): string[] {
  const found: string[] = [];
  const look = (part: unknown, schemasOf: () => readonly z.ZodType[], path: string): void => {
    if (typeof part === 'string') {
      // most have none, and need no look at the schema
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
