import { deflateSync } from 'fflate';
import { type Bytes, concatBytes, joinBytes, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { crc32 } from '#core/ofd/package/crc32.ts';
import type { ZipDirectory } from '#core/ofd/package/zip-directory.ts';

/** 1980-01-01, the earliest date a zip can store: the signing time is in the signature, not here. */
const DOS_DATE = 0x0021;

/**
 * The package with `changes` (path to contents) replacing existing entries or appended, and without the entries in
 * `removed`. Every other entry keeps its bytes (local header and packed data) and its position. Throws
 * DOCUMENT_TOO_COMPLEX if the result exceeds the limits of a zip without its 64-bit extension.
 */
export function rewritePackage(
  zip: ZipDirectory,
  changes: ReadonlyMap<string, Bytes>,
  removed: ReadonlySet<string> = new Set(),
): Bytes {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  const written = new Set<string>();
  const addNew = (name: string, contents: Bytes): void => {
    const entry = packEntry(name, contents, offset);
    parts.push(entry.local, entry.data);
    central.push(entry.central);
    offset += entry.local.length + entry.data.length;
  };
  for (const entry of zip.entries) {
    if (!entry.directory && removed.has(entry.path)) continue;
    const contents = entry.directory ? undefined : changes.get(entry.path);
    if (contents) {
      written.add(entry.path);
      addNew(entry.name, contents);
      continue;
    }
    const record = zip.bytes.slice(entry.central.start, entry.central.end);
    new DataView(record.buffer).setUint32(entry.offsetField - entry.central.start, offset, true);
    const raw = zip.bytes.subarray(entry.raw.start, entry.raw.end);
    parts.push(raw);
    central.push(record);
    offset += raw.length;
  }
  for (const [path, contents] of changes) if (!written.has(path)) addNew(path, contents);
  if (central.length > 0xfffe || offset > 0xfffffffe)
    throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'zip64' });
  const directory = joinBytes(central);
  return joinBytes([...parts, directory, endRecord(central.length, directory.length, offset)]);
}

function packEntry(
  name: string,
  contents: Bytes,
  offset: number,
): { local: Bytes; data: Uint8Array; central: Bytes } {
  const nameBytes = utf8(name);
  const packed = contents.length > 32 ? deflateSync(contents, { level: 6 }) : contents;
  const deflated = packed.length < contents.length;
  const data = deflated ? packed : contents;
  const common = new DataView(new ArrayBuffer(26));
  common.setUint16(0, 20, true);
  common.setUint16(2, nameBytes.length === name.length ? 0 : 0x800, true);
  common.setUint16(4, deflated ? 8 : 0, true);
  common.setUint16(8, DOS_DATE, true);
  common.setUint32(10, crc32(contents), true);
  common.setUint32(14, data.length, true);
  common.setUint32(18, contents.length, true);
  common.setUint16(22, nameBytes.length, true);
  const shared = new Uint8Array(common.buffer);
  const tail = new DataView(new ArrayBuffer(14));
  tail.setUint32(10, offset, true);
  return {
    local: concatBytes(Uint8Array.of(0x50, 0x4b, 3, 4), shared, nameBytes),
    data,
    central: concatBytes(
      Uint8Array.of(0x50, 0x4b, 1, 2, 20, 0),
      shared,
      new Uint8Array(tail.buffer),
      nameBytes,
    ),
  };
}

function endRecord(count: number, size: number, offset: number): Bytes {
  const view = new DataView(new ArrayBuffer(22));
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, size, true);
  view.setUint32(16, offset, true);
  return new Uint8Array(view.buffer);
}
