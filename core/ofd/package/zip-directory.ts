import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { PackageLimits } from './limits.ts';

/** A half-open range of bytes of the zip file. */
export interface Span {
  start: number;
  end: number;
}

/** One entry as described by the central directory. */
export interface ZipEntry {
  /** The decoded name as stored in the file. */
  name: string;
  /** The normalised name: `/` as separator, without leading `/` or `./`. */
  path: string;
  directory: boolean;
  /** 0 stored, 8 deflate; reading an entry with any other method fails. */
  method: number;
  flags: number;
  crc32: number;
  packedSize: number;
  size: number;
  /** Local header, name, extra field, data and data descriptor: the bytes to copy to keep the entry unchanged. */
  raw: Span;
  /** The packed data alone. */
  data: Span;
  /** The entry's record in the central directory. */
  central: Span;
  /** Position in the central record of the 4-byte offset of the local header. */
  offsetField: number;
}

export interface ZipDirectory {
  bytes: Bytes;
  /** Bytes before the first local header; offsets in the directory are relative to this. */
  prefix: number;
  /** In the order of the central directory. */
  entries: ZipEntry[];
  /** The central directory as a whole. */
  central: Span;
  warnings: string[];
}

const END_RECORD = 0x06054b50;
const CENTRAL_RECORD = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
/** Marks a value that is stored in a zip64 field instead. */
const ZIP64 = 0xffffffff;

const broken = (reason: string) => new AppError('DOCUMENT_BROKEN', { reason });

/**
 * Reads the directory of a zip file (APPNOTE 6.3.10). Bytes before the first header are tolerated, names are UTF-8 or
 * GB 18030. Throws DOCUMENT_EMPTY, DOCUMENT_TOO_LARGE, DOCUMENT_NOT_OFD if it is not a zip, DOCUMENT_BROKEN if entries
 * overlap, repeat or climb out of the package, DOCUMENT_ENCRYPTED if the zip has a password, and DOCUMENT_TOO_COMPLEX
 * if it exceeds `limits`.
 */
export function readZipDirectory(bytes: Bytes, limits: PackageLimits): ZipDirectory {
  if (bytes.length === 0) throw new AppError('DOCUMENT_EMPTY');
  if (bytes.length > limits.fileSize) throw new AppError('DOCUMENT_TOO_LARGE', { limit: limits.fileSize });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEndRecord(view);
  if (end < 0) throw new AppError('DOCUMENT_NOT_OFD', { reason: 'no zip directory' });
  const count = view.getUint16(end + 10, true);
  const centralSize = view.getUint32(end + 12, true);
  const centralOffset = view.getUint32(end + 16, true);
  if (count === 0xffff || centralSize === ZIP64 || centralOffset === ZIP64) {
    throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'zip64' });
  }
  if (count > limits.entries)
    throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'entries', limit: limits.entries });
  const centralStart = end - centralSize;
  const prefix = centralStart - centralOffset;
  if (centralStart < 0 || prefix < 0) throw broken('zip directory lies outside the file');

  const warnings: string[] = prefix > 0 ? [`${prefix} bytes before the zip`] : [];
  const entries: ZipEntry[] = [];
  let at = centralStart;
  for (let i = 0; i < count; i++) {
    const entry = readCentralRecord(bytes, view, at, end, prefix, warnings);
    entries.push(entry);
    at = entry.central.end;
  }
  checkEntries(entries, centralStart, bytes.length, limits);
  return { bytes, prefix, entries, central: { start: centralStart, end: at }, warnings };
}

function findEndRecord(view: DataView): number {
  const stop = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= stop; at--) {
    if (view.getUint32(at, true) === END_RECORD) return at;
  }
  return -1;
}

function readCentralRecord(
  bytes: Bytes,
  view: DataView,
  at: number,
  stop: number,
  prefix: number,
  warnings: string[],
): ZipEntry {
  if (at + 46 > stop || view.getUint32(at, true) !== CENTRAL_RECORD) throw broken('zip directory is cut off');
  const nameLength = view.getUint16(at + 28, true);
  const centralEnd = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  if (centralEnd > stop) throw broken('zip directory is cut off');
  const flags = view.getUint16(at + 8, true);
  if (flags & 1) throw new AppError('DOCUMENT_ENCRYPTED');
  const nameBytes = bytes.subarray(at + 46, at + 46 + nameLength);
  const name = decodeName(nameBytes, (flags & 0x800) !== 0);
  const { size, packedSize } = readSizes(view, at, at + 46 + nameLength);

  const local = prefix + view.getUint32(at + 42, true);
  if (local + 30 > bytes.length || view.getUint32(local, true) !== LOCAL_HEADER)
    throw broken('entry without a header');
  const localNameLength = view.getUint16(local + 26, true);
  const dataStart = local + 30 + localNameLength + view.getUint16(local + 28, true);
  const dataEnd = dataStart + packedSize;
  if (dataEnd > bytes.length) throw broken('entry is cut off');
  if (!sameName(bytes.subarray(local + 30, local + 30 + localNameLength), nameBytes)) {
    warnings.push(`header of ${name} has another name`);
  }
  return {
    name,
    path: cleanPath(name),
    directory: /[\\/]$/.test(name),
    method: view.getUint16(at + 10, true),
    flags,
    crc32: view.getUint32(at + 16, true),
    packedSize,
    size,
    raw: { start: local, end: dataEnd + descriptorLength(view, flags, dataEnd) },
    data: { start: dataStart, end: dataEnd },
    central: { start: at, end: centralEnd },
    offsetField: at + 42,
  };
}

/** Sizes of an entry; some writers put them into a zip64 extra field (4.5.3) even if they would fit. */
function readSizes(view: DataView, at: number, extra: number): { size: number; packedSize: number } {
  let packedSize = view.getUint32(at + 20, true);
  let size = view.getUint32(at + 24, true);
  if (size !== ZIP64 && packedSize !== ZIP64) return { size, packedSize };
  const end = extra + view.getUint16(at + 30, true);
  for (let field = extra; field + 4 <= end; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    let value = field + 4;
    const take = () => {
      value += 8;
      return value <= end ? Number(view.getBigUint64(value - 8, true)) : ZIP64;
    };
    if (size === ZIP64) size = take();
    if (packedSize === ZIP64) packedSize = take();
    break;
  }
  return { size, packedSize };
}

/** Length of the data descriptor (bit 3) after the data, with or without its signature; 0 if there is none. */
function descriptorLength(view: DataView, flags: number, at: number): number {
  if (!(flags & 8)) return 0;
  const signed = at + 16 <= view.byteLength && view.getUint32(at, true) === 0x08074b50;
  return signed ? 16 : at + 12 <= view.byteLength && view.getUint32(at, true) !== LOCAL_HEADER ? 12 : 0;
}

function decodeName(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(isUtf8 ? 'utf-8' : 'gb18030').decode(bytes);
  }
}

function sameName(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/**
 * `name` with `/` as separator and without empty, `.` and inner `..` parts.
 * Throws DOCUMENT_BROKEN if it climbs out of the package or names a drive.
 */
export function cleanPath(name: string): string {
  const parts: string[] = [];
  for (const part of name.replace(/\\/g, '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.pop() === undefined) throw broken('a path climbs out of the package');
      continue;
    }
    if (part.includes('\0') || (parts.length === 0 && /^[A-Za-z]:$/.test(part)))
      throw broken('a path is not allowed');
    parts.push(part);
  }
  return parts.join('/');
}

/** Refuses entries that readers could read differently (repeated or overlapping ones) and packages over the limits. */
function checkEntries(
  entries: ZipEntry[],
  centralStart: number,
  fileSize: number,
  limits: PackageLimits,
): void {
  const most = limits.totalSize + limits.totalPerByte * fileSize;
  const seen = new Set<string>();
  let total = 0;
  for (const entry of entries) {
    if (entry.directory) continue;
    if (seen.has(entry.path)) throw broken(`two entries are named ${entry.path}`);
    seen.add(entry.path);
    total += entry.size;
    if (entry.size > limits.entrySize) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'entry size' });
    if (total > most) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'total size' });
    if (entry.size > limits.ratioFrom && entry.size > entry.packedSize * limits.ratio) {
      throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'compression ratio' });
    }
  }
  const inOrder = entries.map((entry) => entry.raw).sort((a, b) => a.start - b.start);
  for (let i = 0; i < inOrder.length; i++) {
    const limit = inOrder[i + 1]?.start ?? centralStart;
    if (inOrder[i]!.end > limit) throw broken('entries overlap');
  }
}
