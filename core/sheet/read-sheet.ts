import { zipSync } from 'fflate';
import { streamXlsxRows } from 'hucre/xlsx';
import type { Bytes } from '#core/bytes.ts';
import { findPart, readRelations, readXmlPart, relationsPath, resolveTarget } from '#core/docx/open-docx.ts';
import { attributeOf, attributesOf, localName, type Tag, tagsOf } from '#core/docx/tags.ts';
import { AppError, isAppError } from '#core/errors.ts';
import { type OfdPackage, openPackage, readFile } from '#core/ofd/package/open-package.ts';
import { withoutUnseen } from '#core/validate/unseen.ts';
import { cellName, type Sheet, type SheetCell, type SheetRow, textCell } from './cells.ts';
import {
  SHEET_AREA,
  SHEET_PACKAGE,
  SHEET_PIECE,
  SHEET_READ_BYTES,
  SHEET_ROWS,
  type SheetLimits,
} from './limits.ts';

/**
 * Reads the only non-empty sheet of an xlsx file (ISO/IEC 29500-1, 18): its first non-empty row is the header, below
 * titles that are merged across the table. Skips hidden sheets, such as those with selection lists. Never executes
 * macros or formulas.
 *
 * Throws SHEET_EXPECTED, SHEET_OLD_FORMAT (an .xls), DOCUMENT_ENCRYPTED, DOCUMENT_EMPTY, SHEET_TOO_LARGE, SHEET_EMPTY,
 * SHEET_SEVERAL, SHEET_MERGED, SHEET_TOO_MANY_ROWS, SHEET_TOO_MANY_COLUMNS and SHEET_BROKEN.
 *
 * ```ts
 * const { head, rows } = await readSheet(bytes, { rows: 1_000, columns: 40 });
 * ```
 */
export async function readSheet(bytes: Bytes, limits: SheetLimits): Promise<Sheet> {
  refuseOldFormats(bytes);
  try {
    const pkg = openPackage(bytes, SHEET_PACKAGE);
    const parts = unpackSheets(pkg);
    // The library gets the parts that were unpacked here, within limits and without macros, so it cannot interpret the
    // zip differently.
    const safe = zipSync(Object.fromEntries(parts.files), { level: 0 });
    const filled: Sheet[] = [];
    let left = SHEET_READ_BYTES;
    for (const { name, index, path } of parts.sheets) {
      const layout = readLayout(decode(parts.files.get(path)!), parts.texts);
      if (!layout.hasCells) continue;
      left -= safe.length;
      if (left < 0) throw new AppError('SHEET_TOO_LARGE');
      const sheet = await readOne(safe, { name, index, layout }, limits);
      if (sheet) filled.push(sheet);
      if (filled.length > 1) throw new AppError('SHEET_SEVERAL', { one: filled[0]!.name, other: name });
    }
    if (!filled[0]) throw new AppError('SHEET_EMPTY');
    return filled[0];
  } catch (error) {
    throw asSheetError(error);
  }
}

/** Container of old Office files and of encrypted files ([MS-CFB]). */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

function refuseOldFormats(bytes: Bytes): void {
  if (bytes.length === 0) throw new AppError('DOCUMENT_EMPTY');
  if (!COMPOUND.every((byte, i) => bytes[i] === byte)) return;
  const names = new TextDecoder('latin1').decode(bytes);
  const encrypted = ['EncryptedPackage', 'EncryptionInfo'].some((name) =>
    names.includes([...name].join('\0')),
  );
  throw new AppError(encrypted ? 'DOCUMENT_ENCRYPTED' : 'SHEET_OLD_FORMAT');
}

const SHEET_ERRORS: Readonly<Record<string, 'SHEET_EXPECTED' | 'SHEET_TOO_LARGE' | 'SHEET_BROKEN'>> = {
  DOCUMENT_NOT_OFD: 'SHEET_EXPECTED',
  DOCX_EXPECTED: 'SHEET_EXPECTED',
  DOCUMENT_TOO_LARGE: 'SHEET_TOO_LARGE',
  DOCUMENT_TOO_COMPLEX: 'SHEET_TOO_LARGE',
  DOCUMENT_BROKEN: 'SHEET_BROKEN',
  DOCUMENT_UNSUPPORTED: 'SHEET_BROKEN',
};

/** Maps errors of the zip and of the library to those of sheets. */
function asSheetError(error: unknown): unknown {
  if (isAppError(error)) {
    const name = SHEET_ERRORS[error.name];
    return name ? new AppError(name) : error;
  }
  const name = error instanceof Error ? error.name : '';
  // The library's errors for malformed files.
  if (/^(ParseError|ZipError|XmlError|HucreError)$/.test(name) || error instanceof RangeError)
    return new AppError('SHEET_BROKEN');
  return error;
}

interface SheetPart {
  name: string;
  /** Counts all sheets of the file, including hidden ones. */
  index: number;
  path: string;
}

/** Unpacks only parts with values: no macros, drawings or links to other files. */
function unpackSheets(pkg: OfdPackage): {
  files: Map<string, Uint8Array>;
  sheets: SheetPart[];
  /** Number of texts that cells refer to. */
  texts: number;
} {
  if (!findPart(pkg, '[Content_Types].xml') || !findPart(pkg, '_rels/.rels'))
    throw new AppError('SHEET_EXPECTED');
  const main = readRelations(pkg, '_rels/.rels').find((r) => r.type === 'officeDocument' && !r.external);
  const book = main && resolveTarget('', main.target);
  if (!book || !findPart(pkg, book)) throw new AppError('SHEET_EXPECTED');
  const { root } = readXmlPart(pkg, book);
  if (root.name !== 'workbook') throw new AppError('SHEET_EXPECTED');
  const relations = new Map(readRelations(pkg, relationsPath(book)).map((r) => [r.id, r]));
  const listed = root.children.find(({ name }) => name === 'sheets')?.children ?? [];
  const sheets = listed.flatMap((element, index) => {
    const { name = '', state = 'visible' } = element.attributes;
    const id = Object.entries(element.attributes).find(([key]) => /(^|:)id$/i.test(key))?.[1] ?? '';
    const relation = relations.get(id);
    if (element.name !== 'sheet' || state !== 'visible' || relation?.type !== 'worksheet') return [];
    if (relation.external) return [];
    return [{ name, index, path: resolveTarget(book, relation.target) }];
  });
  // A part is one sheet: a book that names it thousands of times would have it read as often. Names ignore case.
  const used = [...relations.values()].filter(isUsed).map(({ target }) => resolveTarget(book, target));
  for (const paths of [used, sheets.map(({ path }) => path)])
    if (new Set(paths.map((path) => path.toLowerCase())).size < paths.length)
      throw new AppError('SHEET_BROKEN');
  const files = new Map<string, Uint8Array>();
  const keep = (path: string) => {
    // Under the path of the relation, by which the library looks for it; the package may write it in another case.
    if (findPart(pkg, path)) files.set(path, readFile(pkg, path));
  };
  for (const path of ['[Content_Types].xml', '_rels/.rels', book, relationsPath(book)]) keep(path);
  for (const path of used) keep(path);
  for (const { path } of sheets) {
    const sheet = files.get(path);
    if (!sheet) throw new AppError('SHEET_BROKEN');
    files.set(path, withoutReadings(sheet));
  }
  const strings = [...relations.values()].find(({ type, external }) => type === 'sharedStrings' && !external);
  const list = strings && files.get(resolveTarget(book, strings.target));
  return { files, sheets, texts: list ? countTexts(decode(list)) : 0 };
}

const isUsed = ({ type, external }: { type: string; external: boolean }): boolean =>
  !external && /^(sharedStrings|styles|worksheet)$/.test(type);

/** The tags of a sheet or its texts. Throws SHEET_TOO_LARGE for a piece that is too long to be read in parts. */
function* boundedTags(xml: string): Generator<Tag> {
  let before = 0;
  for (const tag of tagsOf(xml)) {
    if (Math.max(tag.start - before, tag.end - tag.start) > SHEET_PIECE)
      throw new AppError('SHEET_TOO_LARGE');
    before = tag.end;
    yield tag;
  }
  if (xml.length - before > SHEET_PIECE) throw new AppError('SHEET_TOO_LARGE');
}

/** A sheet without the readings of its own texts (`rPh`), which the library takes for a part of them. */
function withoutReadings(sheet: Uint8Array): Uint8Array {
  const xml = decode(sheet);
  if (!xml.includes('rPh')) return sheet;
  const kept: string[] = [];
  let [at, depth] = [0, 0];
  for (const tag of boundedTags(xml)) {
    if (localName(tag.name) !== 'rPh' || tag.kind === 'EMPTY') continue;
    if (tag.kind === 'OPEN' && depth++ === 0) kept.push(xml.slice(at, tag.start));
    else if (tag.kind === 'CLOSE' && depth > 0 && --depth === 0) at = tag.end;
  }
  if (depth > 0) throw new AppError('SHEET_BROKEN');
  return new TextEncoder().encode(kept.join('') + xml.slice(at));
}

function countTexts(xml: string): number {
  let count = 0;
  for (const tag of boundedTags(xml)) if (tag.kind !== 'CLOSE' && localName(tag.name) === 'si') count++;
  return count;
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

async function readOne(
  file: Uint8Array,
  { name, index, layout }: { name: string; index: number; layout: SheetLayout },
  limits: SheetLimits,
): Promise<Sheet | undefined> {
  const { formulas, errors, empty, merged } = layout;
  let head: string[] | undefined;
  const rows: SheetRow[] = [];
  for await (const row of streamXlsxRows(file, { sheet: index })) {
    const number = row.index + 1;
    const cells = row.values.map((value, column) => {
      const name = cellName(number, column);
      return cellOf(empty.has(name) ? null : value, formulas.has(name), errors.has(name));
    });
    while (cells.length > 0 && isBlank(cells[cells.length - 1]!)) cells.pop();
    if (cells.length === 0) continue;
    if (cells.length > limits.columns) throw new AppError('SHEET_TOO_MANY_COLUMNS', { max: limits.columns });
    // people write what the table is about above it, across its columns
    if (!head && cells.slice(0, -1).every(isBlank) && merged.delete(cellName(number, cells.length - 1)))
      continue;
    if (!head) head = cells.map(({ text }) => text);
    else rows.push({ number, cells });
    if (rows.length > limits.rows) throw new AppError('SHEET_TOO_MANY_ROWS', { max: limits.rows });
  }
  if (!head) return undefined;
  for (const cells of merged.values()) throw new AppError('SHEET_MERGED', { cells });
  return { name, head, rows };
}

const isBlank = ({ text, kind }: SheetCell): boolean => text === '' && kind !== 'FORMULA';

function cellOf(value: unknown, formula: boolean, error: boolean): SheetCell {
  if (formula) return { text: '', kind: 'FORMULA' };
  if (error) return { text: String(value ?? '').trim() || '#', kind: 'ERROR' };
  if (value === null || value === undefined) return { text: '', kind: 'TEXT' };
  if (value instanceof Date) return { text: dateText(value), kind: 'DATE' };
  if (typeof value === 'number') return { text: String(value), kind: 'NUMBER' };
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE', kind: 'TEXT' };
  return textCell(withoutUnseen(String(value)).trim());
}

/** Dates of a sheet have no time zone: they are read as UTC and written unchanged. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString().replace('T', ' ');
  return text.slice(11, 16) === '00:00' ? text.slice(0, 10) : text.slice(0, 16);
}

interface SheetLayout {
  /**
   * The names of the cells with a formula, because the library's stream only reports its cached value. A cell without a
   * name follows the one before it (18.3.1.4); no program writes formulas so, and such files are rejected.
   */
  formulas: Set<string>;
  /** The names of the cells with an error, such as #N/A. */
  errors: Set<string>;
  /** The names of the cells that would refer to a text, but have no value: the library reads the first text of all. */
  empty: Set<string>;
  /** Merged cells such as `A1:E1`, by the name of their first one. */
  merged: Map<string, string>;
  /** Whether it has any cell, empty or not. */
  hasCells: boolean;
}

/**
 * What the library does not report of a sheet's XML. Read tag by tag: a regular expression over it takes a time that
 * grows with the square of the file. Throws SHEET_TOO_LARGE for cells that are far apart, and SHEET_BROKEN, also
 * if a cell refers to a text that is not among the file's `texts`, or has its own where its type says otherwise: it would
 * be read as an empty one.
 */
function readLayout(xml: string, texts: number): SheetLayout {
  const formulas = new Set<string>();
  const errors = new Set<string>();
  const empty = new Set<string>();
  let type: string | undefined;
  const merged = new Map<string, string>();
  let [inData, rows, formulasSeen, columns] = [0, 0, 0, 0];
  let cell: string | undefined;
  let hasCells = false;
  for (const tag of boundedTags(xml)) {
    const name = localName(tag.name);
    if (name === 'sheetData' && tag.kind !== 'EMPTY') inData += tag.kind === 'OPEN' ? 1 : -1;
    if (tag.kind === 'CLOSE') {
      if (name === 'c') cell = undefined;
      continue;
    }
    if (name === 'mergeCell') {
      const cells = attributeOf(xml, tag, 'ref') ?? '';
      if (/^[A-Z0-9:]{1,40}$/.test(cells)) merged.set(cells.split(':')[0]!, cells);
    }
    if (inData <= 0) continue;
    if (name === 'row') rows++;
    if (name === 'c') {
      hasCells = true;
      const own = cellNameOf(xml, tag);
      cell = tag.kind === 'OPEN' ? own : undefined;
      columns = Math.max(columns, columnOf(own));
      type = attributeOf(xml, tag, 't');
      if (type === 'e' && own) errors.add(own);
      if (type === 's') empty.add(own);
    }
    // What is in a cell that was opened; outside of cells there are none of these.
    if (name === 'is' && type !== 'inlineStr') throw new AppError('SHEET_BROKEN');
    if (name === 'v' && type === 's' && tag.kind === 'OPEN') {
      empty.delete(cell ?? '');
      const at = /^\s*(\d{1,9})\s*</.exec(xml.slice(tag.end, tag.end + 20))?.[1];
      if (at === undefined || Number(at) >= texts) throw new AppError('SHEET_BROKEN');
    }
    if (name !== 'f') continue;
    formulasSeen++;
    if (cell) formulas.add(cell);
  }
  if (rows > SHEET_ROWS || rows * columns > SHEET_AREA) throw new AppError('SHEET_TOO_LARGE');
  if (formulas.size !== formulasSeen) throw new AppError('SHEET_BROKEN');
  // Without its name nobody knows which one is empty.
  if (empty.has('')) throw new AppError('SHEET_BROKEN');
  return { formulas, errors, empty, merged, hasCells };
}

/** The name of a cell, such as `C5`; empty if its tag does not have one. */
function cellNameOf(xml: string, tag: Tag): string {
  const found = attributesOf(xml, tag).find(({ name }) => name === 'r');
  const name = found ? xml.slice(found.from, found.to) : '';
  return /^[A-Z]{1,6}[0-9]{1,10}$/.test(name) ? name : '';
}

/** The number of the column of a cell's name, from 1; 0 for an empty name. */
function columnOf(name: string): number {
  let column = 0;
  for (const letter of name) {
    if (letter < 'A') break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column;
}
