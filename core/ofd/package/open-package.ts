import { Inflate, inflateSync } from 'fflate';
import type { Bytes } from '#core/bytes.ts';
import { AppError, isAppError } from '#core/errors.ts';
import { decodeXmlText } from '#core/ofd/xml/decode-xml.ts';
import { readXml, type XmlElement } from '#core/ofd/xml/read-xml.ts';
import { crc32 } from './crc32.ts';
import { PACKAGE_LIMITS, type PackageLimits } from './limits.ts';
import { isSpent, newWork, spend, type Work } from './work.ts';
import { cleanPath, readZipDirectory, type ZipDirectory, type ZipEntry } from './zip-directory.ts';

/** The files of an OFD by path. Entries are unpacked lazily. */
export interface OfdPackage {
  zip: ZipDirectory;
  limits: PackageLimits;
  /** Files (no directories) by their normalised path, case-sensitive. */
  files: ReadonlyMap<string, ZipEntry>;
  /** The same files by lower-case path; of several equal ones the first. */
  filesAnyCase: ReadonlyMap<string, ZipEntry>;
  /** Irregularities that did not prevent reading. */
  warnings: string[];
  /** Work of the current call so far. */
  work: Work;
}

/**
 * Opens the zip of an OFD (GB/T 33190-2016, 7.1). Throws DOCUMENT_NOT_OFD, DOCUMENT_BROKEN, DOCUMENT_ENCRYPTED,
 * DOCUMENT_EMPTY, DOCUMENT_TOO_LARGE or DOCUMENT_TOO_COMPLEX. `work` is that of the enclosing package if this is the
 * picture of a seal.
 *
 * ```ts
 * const pkg = openPackage(bytes);
 * const root = new TextDecoder().decode(readFile(pkg, 'OFD.xml'));
 * ```
 */
export function openPackage(
  bytes: Bytes,
  limits: PackageLimits = PACKAGE_LIMITS,
  work: Work = newWork(bytes.length),
): OfdPackage {
  const zip = readZipDirectory(bytes, limits);
  const files = new Map<string, ZipEntry>();
  const filesAnyCase = new Map<string, ZipEntry>();
  for (const entry of zip.entries) {
    if (entry.directory) continue;
    files.set(entry.path, entry);
    const lower = entry.path.toLowerCase();
    if (!filesAnyCase.has(lower)) filesAnyCase.set(lower, entry);
  }
  return { zip, limits, files, filesAnyCase, warnings: [...zip.warnings], work };
}

/** The entry at `path` (normalised or not), first case-sensitive, then case-insensitive; undefined if there is none. */
export function findEntry(pkg: OfdPackage, path: string): ZipEntry | undefined {
  const clean = cleanPath(path);
  return pkg.files.get(clean) ?? pkg.filesAnyCase.get(clean.toLowerCase());
}

/**
 * Resolves `loc` (ST_Loc, 7.3) in the file `base` to a path in the package: absolute paths from the root, relative ones
 * from the file, or, as many writers do, from the document's folder or the root. Undefined if no file is there or if
 * the path climbs out of the package.
 */
export function resolvePath(pkg: OfdPackage, base: string, loc: string): string | undefined {
  const text = loc.trim().replace(/\\/g, '/');
  if (text === '') return undefined;
  const folder = base.includes('/') ? base.slice(0, base.lastIndexOf('/')) : '';
  const documentFolder = base.includes('/') ? base.slice(0, base.indexOf('/')) : '';
  const tries = text.startsWith('/') ? [text, `${folder}/${text}`] : [`${folder}/${text}`, text];
  tries.push(`${documentFolder}/${text}`);
  for (const path of tries) {
    try {
      const entry = findEntry(pkg, path);
      if (entry) return entry.path;
    } catch (e) {
      if (!isAppError(e)) throw e;
      addWarning(pkg, `path refused: ${loc}`);
    }
  }
  return undefined;
}

/**
 * Bytes of the file at `path`. Throws DOCUMENT_BROKEN (also if it does not exist) or DOCUMENT_TOO_COMPLEX.
 *
 * ```ts
 * const xml = decodeXmlText(readFile(openPackage(bytes), 'OFD.xml'));
 * ```
 */
export function readFile(pkg: OfdPackage, path: string): Bytes {
  const entry = findEntry(pkg, path);
  if (!entry) throw new AppError('DOCUMENT_BROKEN', { reason: `no file ${path}` });
  return readEntry(pkg, entry);
}

/** Work units per byte unpacked and checksummed, per character of XML, and per piece of markup. */
const UNPACK = 1.2;
const XML_CHARACTER = 0.8;
const XML_MARKUP = 20;
const ENTRY = 500;

/**
 * Unpacked bytes of one entry. Throws DOCUMENT_BROKEN if it does not unpack to the stated size, and
 * DOCUMENT_TOO_COMPLEX if the work allowance is spent.
 *
 * ```ts
 * const bytes = readEntry(pkg, pkg.files.get('OFD.xml')!);
 * ```
 */
export function readEntry(pkg: OfdPackage, entry: ZipEntry): Bytes {
  spend(pkg.work, ENTRY + entry.size * UNPACK);
  const packed = pkg.zip.bytes.subarray(entry.data.start, entry.data.end);
  const out = unpack(packed, entry);
  if (crc32(out) !== entry.crc32) addWarning(pkg, `checksum of ${entry.path} does not match`);
  return out;
}

/** The first `count` unpacked bytes of an entry, or all of a shorter one. Throws DOCUMENT_BROKEN. */
export function readHead(pkg: OfdPackage, entry: ZipEntry, count: number): Bytes {
  spend(pkg.work, ENTRY + count * UNPACK);
  const packed = pkg.zip.bytes.subarray(entry.data.start, entry.data.end);
  if (entry.method !== 8 || entry.size <= count) return readEntry(pkg, entry).subarray(0, count);
  const out = new Uint8Array(count);
  let length = 0;
  try {
    const stream = new Inflate((chunk) => {
      const part = chunk.subarray(0, count - length);
      out.set(part, length);
      length += part.length;
    });
    for (let at = 0; at < packed.length && length < count; at += 2048)
      stream.push(packed.subarray(at, at + 2048), at + 2048 >= packed.length);
  } catch {
    throw new AppError('DOCUMENT_BROKEN', { reason: `${entry.path} does not unpack` });
  }
  return out.subarray(0, length);
}

function unpack(packed: Uint8Array, entry: ZipEntry): Bytes {
  if (entry.method === 0) {
    if (packed.length !== entry.size)
      throw new AppError('DOCUMENT_BROKEN', { reason: `size of ${entry.path}` });
    return packed.slice() as Bytes;
  }
  if (entry.method !== 8)
    throw new AppError('DOCUMENT_UNSUPPORTED', { reason: `zip method ${entry.method}` });
  const out = new Uint8Array(entry.size);
  let length = 0;
  try {
    if (packed.length <= 0x10000) {
      // Deflate expands at most 1032 times, so this is bounded; the spare byte reveals a result longer than stated.
      const all = inflateSync(packed, { out: new Uint8Array(entry.size + 1) });
      length = all.length;
      if (length === entry.size) out.set(all);
    } else {
      const stream = new Inflate((chunk) => {
        if (length + chunk.length > out.length)
          throw new AppError('DOCUMENT_BROKEN', { reason: `size of ${entry.path}` });
        out.set(chunk, length);
        length += chunk.length;
      });
      for (let at = 0; at < packed.length; at += 0x8000) {
        stream.push(packed.subarray(at, at + 0x8000), at + 0x8000 >= packed.length);
      }
    }
  } catch (e) {
    if (isAppError(e)) throw e;
    throw new AppError('DOCUMENT_BROKEN', { reason: `${entry.path} does not unpack` });
  }
  if (length !== entry.size) throw new AppError('DOCUMENT_BROKEN', { reason: `size of ${entry.path}` });
  return out;
}

/** The root element of the XML file at `path`. Throws the errors of `readFile` and `readXml`. */
export function readXmlFile(pkg: OfdPackage, path: string): XmlElement {
  const entry = findEntry(pkg, path);
  if (!entry) throw new AppError('DOCUMENT_BROKEN', { reason: `no file ${path}` });
  if (entry.size > pkg.limits.xmlSize) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'XML size' });
  const text = decodeXmlText(readEntry(pkg, entry));
  spend(pkg.work, text.length * XML_CHARACTER);
  return readXml(text, {
    elements: pkg.limits.xmlElements,
    depth: pkg.limits.xmlDepth,
    onMarkup: (count) => spend(pkg.work, count * XML_MARKUP),
  });
}

/**
 * Handles an error in an optional part by recording a warning. Rethrows defects, and any error once the work allowance
 * is spent, so that no half-read list is kept.
 */
export function tolerate(pkg: OfdPackage, error: unknown, warning: string): void {
  if (!isAppError(error) || isSpent(pkg.work)) throw error;
  addWarning(pkg, warning);
}

/** Records a warning once, up to 200. */
export function addWarning(pkg: OfdPackage, warning: string): void {
  if (pkg.warnings.length < 200 && !pkg.warnings.includes(warning)) pkg.warnings.push(warning);
}
