/**
 * The parameter file of a template ([3.7], [5.1c]): its fields, repeated rows, optional parts, and signers with their
 * places, by name. The format is documented in docs/template-parameters.md.
 */
import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { contentAnchor, contentOption, contentRows, contentSigner } from '../content.ts';
import { contentField } from '../field.ts';

/** Namespace of the file; readers match local names only. */
export const PARAMETERS_NAMESPACE = 'urn:signet:template-parameters:1';
export const PARAMETERS_VERSION = '1';

/** Maximum size of a file in bytes, and limits of the XML reader. */
export const PARAMETERS_BYTES = 1024 * 1024;
export const PARAMETERS_LIMITS = { elements: 20_000, depth: 6 };

/** A place without its key and signer; the enclosing element gives the signer. */
export const parameterPlace = contentAnchor.omit({ key: true, signer: true, position: true });
export type ParameterPlace = z.output<typeof parameterPlace>;

/** Rows as in the file: identified by name instead of key. `filledBy` is SENDER, or the name of a signer. */
export const parameterField = contentField
  .omit({ key: true, partId: true, position: true, filledBy: true })
  .extend({ filledBy: z.string().min(1).max(20).default('SENDER') });
export const parameterRows = contentRows.omit({ key: true, position: true });
export const parameterOption = contentOption.omit({ key: true, position: true });
export const parameterSigner = contentSigner.omit({ key: true, partId: true, position: true });

/** A file of a task: its name without a path. */
export const parameterFile = z.object({ name: z.string().trim().min(1).max(200) });

export interface Parameters {
  fields: z.output<typeof parameterField>[];
  rows: z.output<typeof parameterRows>[];
  options: z.output<typeof parameterOption>[];
  signers: (z.output<typeof parameterSigner> & { places: ParameterPlace[] })[];
}

export const MOST = {
  file: LIMITS.filesPerTask,
  field: LIMITS.templateFields,
  rows: 50,
  option: 100,
  signer: LIMITS.signersPerTask,
  place: LIMITS.placementsPerTask,
} as const;

/** Attributes of each element with their types. Numbers and booleans are written as text. */
export const ATTRIBUTES = {
  field: {
    name: 'text',
    types: 'list',
    length: 'number',
    input: 'text',
    format: 'text',
    required: 'truth',
    preset: 'text',
    filledBy: 'text',
  },
  rows: { name: 'text', least: 'number', most: 'number' },
  option: { name: 'text', kept: 'truth' },
  file: { name: 'text' },
  signer: { role: 'text', type: 'text', order: 'number' },
  place: {
    kind: 'text',
    by: 'text',
    keyword: 'text',
    keywordOrder: 'text',
    keywordPlace: 'text',
    page: 'number',
    toPage: 'number',
    rule: 'text',
    x: 'number',
    y: 'number',
    width: 'number',
    height: 'number',
    offsetX: 'number',
    offsetY: 'number',
  },
} as const satisfies Record<string, Record<string, 'text' | 'number' | 'truth' | 'list'>>;
export type ParameterElement = keyof typeof ATTRIBUTES;
