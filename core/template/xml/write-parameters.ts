import type { TemplateLists } from '../room.ts';
import { ATTRIBUTES, PARAMETERS_NAMESPACE, PARAMETERS_VERSION, type ParameterElement } from './parameters.ts';

/** Content of a template besides its text, from its room or a version. */
export type Lists = { [L in keyof TemplateLists]: readonly TemplateLists[L][] };

/** Writes the parameter file of a template; `readParameters` reads the same parameters back. */
export const writeParameters = (lists: Lists): string => documentOf('template', linesOf(lists));

/** Writes the parameter file of a task: those of each of its files, in their order, by name. */
export const writeTaskParameters = (files: readonly { name: string; lists: Lists }[]): string =>
  documentOf(
    'task',
    files.flatMap(({ name, lists }) => [
      `  ${tag('file', { name })}>`,
      ...linesOf(lists).map((line) => `  ${line}`),
      '  </file>',
    ]),
  );

const documentOf = (root: 'template' | 'task', lines: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="${PARAMETERS_NAMESPACE}" version="${PARAMETERS_VERSION}">`,
    ...lines,
    `</${root}>`,
    '',
  ].join('\n');

function linesOf({ fields, rows, options, signers, anchors }: Lists): string[] {
  const names = new Map(signers.map(({ key, name }) => [key, name]));
  const lines: string[] = [];
  for (const { choices, types, filledBy, ...field } of fields) {
    const open = tag('field', {
      ...field,
      types: types.join(' '),
      ...(filledBy === 'SENDER' ? {} : { filledBy: names.get(filledBy) ?? 'SENDER' }),
    });
    if (choices.length === 0) lines.push(`  ${open}/>`);
    else
      lines.push(
        `  ${open}>`,
        ...choices.map((choice) => `    <choice>${escaped(choice)}</choice>`),
        '  </field>',
      );
  }
  for (const row of rows) lines.push(`  ${tag('rows', row)}/>`);
  for (const option of options) lines.push(`  ${tag('option', option)}/>`);
  for (const { name, ...signer } of signers) {
    const places = anchors.filter((anchor) => anchor.signer === signer.key);
    const open = tag('signer', { role: name, ...signer });
    if (places.length === 0) lines.push(`  ${open}/>`);
    else lines.push(`  ${open}>`, ...places.map((place) => `    ${placeTag(place)}/>`), '  </signer>');
  }
  return lines;
}

function placeTag({ at, ...anchor }: TemplateLists['anchors']): string {
  const where =
    at.by === 'KEYWORD'
      ? {
          by: at.by,
          keyword: at.keyword.text,
          keywordOrder: at.keyword.order,
          keywordPlace: at.keyword.place,
        }
      : at;
  return tag('place', { ...anchor, ...where });
}

/** The start tag with the properties that its element has, in the order of the documentation. */
function tag(element: ParameterElement, facts: object): string {
  const values = facts as Record<string, unknown>;
  const attributes = Object.keys(ATTRIBUTES[element]).flatMap((name) => {
    const value = values[name];
    if (value === undefined || value === '') return [];
    return [` ${name}="${escaped(String(value))}"`];
  });
  return `<${element}${attributes.join('')}`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};
const escaped = (text: string): string => text.replace(/[&<>"\n]/g, (character) => ENTITIES[character]!);
