import type { z } from 'zod';
import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { decodeXmlText } from '#core/ofd/xml/decode-xml.ts';
import { readXml, type XmlElement } from '#core/ofd/xml/read-xml.ts';
import { isPlainLine, isPlainText } from '#core/validate/hidden-characters.ts';
import {
  ATTRIBUTES,
  MOST,
  PARAMETERS_BYTES,
  PARAMETERS_LIMITS,
  PARAMETERS_VERSION,
  type ParameterElement,
  type Parameters,
  parameterField,
  parameterFile,
  parameterOption,
  parameterPlace,
  parameterRows,
  parameterSigner,
} from './parameters.ts';

/** Names of problems of a parameter file; texts in the locale files under `template:xml.problem.*`. */
export const PARAMETER_PROBLEMS = [
  'unknownElement',
  'unknownAttribute',
  'badValue',
  'valueMissing',
  'nameRepeated',
  'signerUnknown',
  'textBetween',
  'tooMany',
] as const;
export type ParameterProblemName = (typeof PARAMETER_PROBLEMS)[number];

export interface ParameterProblem {
  problem: ParameterProblemName;
  /** From 1. */
  line: number;
  /** The element or attribute. */
  what: string;
  /** Its value, truncated if it is long. */
  value: string;
}

/** Maximum number of reported problems: fixing a file starts with the first. */
const MOST_PROBLEMS = 50;

/**
 * Reads a parameter file of one template or file. Reports every problem with its line; a file with problems must not be used.
 * Throws DOCUMENT_TOO_LARGE, TEMPLATE_PARAMETERS_BROKEN if it is not well-formed XML, has a document type declaration, or is
 * deeper or larger than any parameter file, and TEMPLATE_PARAMETERS_OTHER for other XML.
 */
export function readParameters(bytes: Bytes): { parameters: Parameters; problems: ParameterProblem[] } {
  const { root, reader } = open(bytes);
  if (root.name !== 'template') throw new AppError('TEMPLATE_PARAMETERS_OTHER');
  return { parameters: readElement(root, reader), problems: reader.problems };
}

/** The parameters of one file of a task, by the name that the file had. */
export interface FileParameters {
  name: string;
  parameters: Parameters;
}

/**
 * Reads a parameter file of one file (`files` is undefined) or of a task with several. Problems and errors are those of
 * `readParameters`.
 */
export function readTaskParameters(bytes: Bytes): {
  parameters: Parameters | undefined;
  files: FileParameters[] | undefined;
  problems: ParameterProblem[];
} {
  const { root, reader } = open(bytes);
  if (root.name === 'template')
    return { parameters: readElement(root, reader), files: undefined, problems: reader.problems };
  if (root.name !== 'task') throw new AppError('TEMPLATE_PARAMETERS_OTHER');
  reader.refuseText(root);
  const files: FileParameters[] = [];
  for (const element of root.children) {
    if (element.name !== 'file') {
      reader.add('unknownElement', element, element.name);
      continue;
    }
    const row = reader.row(element, 'file', parameterFile);
    const parameters = readElement(element, reader);
    if (row) files.push({ ...row, parameters });
  }
  if (files.length > MOST.file) reader.add('tooMany', root, 'file', String(files.length));
  const places = files.reduce((sum, { parameters }) => sum + placesIn(parameters), 0);
  if (places > MOST.place) reader.add('tooMany', root, 'place', String(places));
  return { parameters: undefined, files, problems: reader.problems };
}

const placesIn = ({ signers }: Parameters): number =>
  signers.reduce((sum, { places }) => sum + places.length, 0);

function open(bytes: Bytes) {
  if (bytes.length > PARAMETERS_BYTES)
    throw new AppError('DOCUMENT_TOO_LARGE', { max: PARAMETERS_BYTES / 1048576 });
  const text = decodeXmlText(bytes);
  const root = readRoot(text);
  if (root.attributes.version !== PARAMETERS_VERSION) throw new AppError('TEMPLATE_PARAMETERS_OTHER');
  return { root, reader: newReader(text) };
}

/** Fields, rows, options and signers within an element. */
function readElement(root: XmlElement, reader: Reader): Parameters {
  const parameters: Parameters = { fields: [], rows: [], options: [], signers: [] };
  reader.refuseText(root);
  for (const element of root.children) {
    switch (element.name) {
      case 'field': {
        const field = reader.row(element, 'field', parameterField, choicesOf(element, reader));
        if (field) parameters.fields.push(field);
        break;
      }
      case 'rows': {
        const row = reader.row(element, 'rows', parameterRows);
        reader.refuseChildren(element);
        if (row) parameters.rows.push(row);
        break;
      }
      case 'option': {
        const row = reader.row(element, 'option', parameterOption);
        reader.refuseChildren(element);
        if (row) parameters.options.push(row);
        break;
      }
      case 'signer': {
        const signer = reader.row(element, 'signer', parameterSigner);
        const places = readPlaces(element, reader);
        if (signer) parameters.signers.push({ ...signer, places });
        break;
      }
      default:
        reader.add('unknownElement', element, element.name);
    }
  }
  checkNames(parameters, root, reader);
  return parameters;
}

function readRoot(text: string): XmlElement {
  try {
    return readXml(text, PARAMETERS_LIMITS);
  } catch (error) {
    throw error instanceof AppError ? new AppError('TEMPLATE_PARAMETERS_BROKEN') : error;
  }
}

type Reader = ReturnType<typeof newReader>;

function newReader(text: string) {
  const problems: ParameterProblem[] = [];
  /** Start offset of each line, to look up the line of an offset. */
  const lines = [0];
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) lines.push(i + 1);
  const lineOf = (offset: number): number => {
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lines[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const add = (problem: ParameterProblemName, { start }: XmlElement, what: string, value = '') => {
    if (problems.length < MOST_PROBLEMS)
      problems.push({ problem, line: lineOf(start), what: cut(what), value: cut(value) });
  };
  return {
    problems,
    add,
    refuseChildren(element: XmlElement) {
      for (const child of element.children) add('unknownElement', child, child.name);
      this.refuseText(element);
    },
    refuseText(element: XmlElement) {
      if (element.text.trim() !== '') add('textBetween', element, element.name, element.text.trim());
    },
    /** Parses an element's attributes as a row of its kind; undefined if one is invalid, which is reported. */
    row<S extends z.ZodType>(
      element: XmlElement,
      kind: ParameterElement,
      schema: S,
      more: Record<string, unknown> = {},
    ): z.output<S> | undefined {
      const raw = { ...rawOf(element, kind, add), ...more };
      const parsed = schema.safeParse(raw);
      if (parsed.success) return parsed.data;
      for (const issue of parsed.error.issues) {
        const what = attributeOf(kind, issue.path);
        const value = element.attributes[what];
        const line = lineOf(element.start);
        if (problems.some((one) => one.line === line && one.what === what)) continue;
        add(value === undefined ? 'valueMissing' : 'badValue', element, what, value);
      }
      return undefined;
    },
  };
}

const cut = (text: string): string => Array.from(text).slice(0, 40).join('');

/**
 * Attributes by the rows' names, with numbers and booleans converted; values that cannot be converted stay unchanged
 * and fail validation.
 */
function rawOf(element: XmlElement, kind: ParameterElement, add: Reader['add']): Record<string, unknown> {
  const known: Record<string, string> = ATTRIBUTES[kind];
  const raw: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(element.attributes)) {
    const type = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!type) {
      add('unknownAttribute', element, name, text);
      continue;
    }
    if (!(name === 'preset' ? isPlainText : isPlainLine)(text)) {
      add('badValue', element, name, text);
      continue;
    }
    raw[name] =
      type === 'number'
        ? /^-?\d{1,9}(\.\d{1,6})?$/.test(text)
          ? Number(text)
          : text
        : type === 'truth'
          ? text === 'true' || text === 'false'
            ? text === 'true'
            : text
          : type === 'list'
            ? text.split(/[\s,]+/).filter(Boolean)
            : text;
  }
  if (kind === 'signer' && 'role' in raw) {
    raw.name = raw.role;
    delete raw.role;
  }
  return kind === 'place' ? placeOf(raw) : raw;
}

/** Converts a seal's place to the shape of a content's: its position under `at`. */
function placeOf({
  by,
  keyword,
  keywordOrder,
  keywordPlace,
  page,
  toPage,
  rule,
  x,
  y,
  ...rest
}: Record<string, unknown>) {
  const present = (facts: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  if (by === 'KEYWORD')
    return {
      ...rest,
      at: { by, keyword: present({ text: keyword, order: keywordOrder, place: keywordPlace }) },
    };
  if (by === 'PAGE') return { ...rest, at: present({ by, page, toPage, rule, x, y }) };
  return { ...rest, at: { by } };
}

/** The attribute that a problem of a row refers to. */
function attributeOf(kind: ParameterElement, path: readonly PropertyKey[]): string {
  const [first, second, third] = path.map(String);
  if (kind === 'signer' && first === 'name') return 'role';
  if (kind === 'field' && first === 'choices') return 'choice';
  if (kind !== 'place' || first !== 'at') return first ?? kind;
  if (second !== 'keyword') return second ?? 'by';
  return { text: 'keyword', order: 'keywordOrder', place: 'keywordPlace' }[third ?? 'text'] ?? 'keyword';
}

function choicesOf(element: XmlElement, reader: Reader): { choices: string[] } {
  reader.refuseText(element);
  const choices: string[] = [];
  for (const child of element.children) {
    if (child.name !== 'choice') reader.add('unknownElement', child, child.name);
    else if (!isPlainLine(child.text.trim())) reader.add('badValue', child, 'choice', child.text.trim());
    else choices.push(child.text.trim());
    for (const inner of child.children) reader.add('unknownElement', inner, inner.name);
  }
  return { choices };
}

function readPlaces(element: XmlElement, reader: Reader) {
  reader.refuseText(element);
  return element.children.flatMap((child) => {
    if (child.name !== 'place') {
      reader.add('unknownElement', child, child.name);
      return [];
    }
    reader.refuseChildren(child);
    return reader.row(child, 'place', parameterPlace) ?? [];
  });
}

/** Reports duplicate names, and fields that refer to missing signers. */
function checkNames(parameters: Parameters, root: XmlElement, reader: Reader): void {
  const { fields, rows, signers } = parameters;
  const elements = (name: string) => root.children.filter((child) => child.name === name);
  for (const [element, attribute] of [
    ['field', 'name'],
    ['rows', 'name'],
    ['option', 'name'],
    ['signer', 'role'],
  ] as const) {
    const seen = new Set<string>();
    const all = elements(element);
    if (all.length > MOST[element]) reader.add('tooMany', root, element, String(all.length));
    for (const one of all) {
      const name = one.attributes[attribute]?.trim();
      if (name === undefined) continue;
      if (seen.has(name)) reader.add('nameRepeated', one, attribute, name);
      seen.add(name);
    }
  }
  const places = placesIn(parameters);
  if (places > MOST.place) reader.add('tooMany', root, 'place', String(places));
  const known = new Set(signers.map(({ name }) => name));
  for (const { name, filledBy } of fields) {
    if (filledBy === 'SENDER' || known.has(filledBy)) continue;
    const element = elements('field').find((one) => one.attributes.name?.trim() === name) ?? root;
    reader.add('signerUnknown', element, 'filledBy', filledBy);
  }
  for (const { name, least, most } of rows)
    if (least > most) {
      const element = elements('rows').find((one) => one.attributes.name?.trim() === name) ?? root;
      reader.add('badValue', element, 'least', String(least));
    }
}
