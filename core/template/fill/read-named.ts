import type { TemplateContent } from '../content.ts';
import type { TemplateValues } from '../values.ts';
import { readValue } from './read-value.ts';

/** Values as a program sends them: by the names, or the keys, of fields, repeated rows and optional parts. */
export interface NamedValues {
  readonly fields: Readonly<Record<string, string>>;
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
  readonly options: Readonly<Record<string, boolean>>;
}

/**
 * The values of a template, in canonical form, over `first` (its presets). `unknown` lists what the template does not
 * have, as paths in `input`. Names are unique in a template.
 */
export function readNamed(
  content: TemplateContent,
  input: NamedValues,
  first: TemplateValues,
): { values: TemplateValues; unknown: string[] } {
  const unknown: string[] = [];
  const find = <T extends { key: string; name: string }>(list: readonly T[], name: string, path: string) => {
    const found = list.find((one) => one.key === name) ?? list.find((one) => one.name === name);
    if (!found) unknown.push(path);
    return found;
  };
  const readFields = (texts: Readonly<Record<string, string>>, path: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) => {
        const field = find(content.fields, name, `${path}.${name}`);
        return field ? [[field.key, readValue(field, text)]] : [];
      }),
    );
  const values: TemplateValues = {
    fields: { ...first.fields, ...readFields(input.fields, 'fields') },
    rows: { ...first.rows },
    options: { ...first.options },
  };
  for (const [name, filled] of Object.entries(input.rows)) {
    const rows = find(content.rows, name, `rows.${name}`);
    if (rows) values.rows[rows.key] = filled.map((row, i) => readFields(row, `rows.${name}.${i}`));
  }
  for (const [name, kept] of Object.entries(input.options)) {
    const option = find(content.options, name, `options.${name}`);
    if (option) values.options[option.key] = kept;
  }
  return { values, unknown };
}
