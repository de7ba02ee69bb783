import type { TemplateContent, TemplateValues } from '#core/template/content.ts';
import type { ContentField } from '#core/template/field.ts';
import { fieldsInText } from '#core/template/fill/fields-in-text.ts';

/** A document of a draft that is made from a template, with the template's content. */
export interface FilledDocument {
  readonly documentId: string;
  readonly content: TemplateContent;
}

/**
 * Identity of a field across templates: same name and same kind of input. The format of the value and its maximum
 * length are up to each template.
 */
const sameKey = ({ name, input, types, choices }: ContentField): string =>
  JSON.stringify([name, input, [...types].sort(), choices]);

/** Fields that the sender fills in once per document, including those of optional parts. */
function sendersFields(content: TemplateContent): readonly ContentField[] {
  const options = Object.fromEntries(content.options.map(({ key }) => [key, true]));
  return fieldsInText(content, { options }).fields.filter(({ filledBy }) => filledBy === 'SENDER');
}

/** The equal fields of other documents, by document: a value typed into one applies to all. */
export function sameFields(
  content: TemplateContent,
  key: string,
  others: readonly FilledDocument[],
): { documentId: string; field: string }[] {
  const field = sendersFields(content).find((one) => one.key === key);
  if (!field) return [];
  const wanted = sameKey(field);
  return others.flatMap(({ documentId, content: other }) =>
    sendersFields(other)
      .filter((one) => sameKey(one) === wanted)
      .map((one) => ({ documentId, field: one.key })),
  );
}

/** Fields that an earlier document already asks for, by key with that document, so that they are asked only once. */
export function isShared(
  content: TemplateContent,
  before: readonly FilledDocument[],
): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { documentId, content: other } of before)
    for (const field of sendersFields(other))
      if (!first.has(sameKey(field))) first.set(sameKey(field), documentId);
  return new Map(
    sendersFields(content).flatMap((field) => {
      const documentId = first.get(sameKey(field));
      return documentId === undefined ? [] : [[field.key, documentId] as const];
    }),
  );
}

/** Initial values of a template added to a draft: those of its fields that existing documents have filled. */
export function sharedValues(
  content: TemplateContent,
  others: readonly (FilledDocument & { readonly values: TemplateValues })[],
): Record<string, string> {
  const known = new Map<string, string>();
  for (const { content: other, values } of others)
    for (const field of sendersFields(other)) {
      const value = values.fields[field.key];
      if (value && !known.has(sameKey(field))) known.set(sameKey(field), value);
    }
  return Object.fromEntries(
    sendersFields(content).flatMap((field) => {
      const value = known.get(sameKey(field));
      return value === undefined ? [] : [[field.key, value]];
    }),
  );
}
