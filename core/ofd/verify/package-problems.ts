import type { OfdPackage } from '#core/ofd/package/open-package.ts';
import type { ZipDirectory } from '#core/ofd/package/zip-directory.ts';
import type { ProblemCode } from '#core/verification/problems.ts';

const LOCAL_HEADER = 0x04034b50;

/**
 * Problems of the zip itself. Some readers use the directory at the end (as this product does), some the local headers
 * from the start; if the two differ, a reader could show content that no signature protects.
 */
export function packageProblems({ zip, warnings }: OfdPackage): ProblemCode[] {
  const problems: ProblemCode[] = [];
  if (zip.prefix > 0) problems.push('file-header-misplaced');
  const otherName = warnings.some((warning) => warning.startsWith('header of '));
  if (otherName || headersDiffer(zip) || hasHiddenEntry(zip)) problems.push('file-views-differ');
  return problems;
}

/** Whether a local header and the directory differ in method, checksum or size (a data descriptor allows 0). */
function headersDiffer({ bytes, entries }: ZipDirectory): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return entries.some(({ raw, method, crc32, packedSize, size }) => {
    const at = raw.start;
    if (view.getUint16(at + 8, true) !== method) return true;
    const described = (view.getUint16(at + 6, true) & 8) !== 0;
    const [own, ownPacked] = localSizes(view, at);
    const pairs = [
      [view.getUint32(at + 14, true), crc32],
      [ownPacked, packedSize],
      [own, size],
    ];
    return pairs.some(([stated, expected]) => stated !== expected && !(described && stated === 0));
  });
}

/** Size and packed size from the local header, or from its 64-bit extra field (APPNOTE 4.5.3) if it refers to that. */
function localSizes(view: DataView, at: number): [number, number] {
  const packed = view.getUint32(at + 18, true);
  const size = view.getUint32(at + 22, true);
  if (packed !== 0xffffffff || size !== 0xffffffff) return [size, packed];
  let field = at + 30 + view.getUint16(at + 26, true);
  const end = Math.min(field + view.getUint16(at + 28, true), view.byteLength);
  while (field + 4 <= end) {
    const length = view.getUint16(field + 2, true);
    if (view.getUint16(field, true) === 1 && length >= 16 && field + 20 <= end)
      return [Number(view.getBigUint64(field + 4, true)), Number(view.getBigUint64(field + 12, true))];
    field += 4 + length;
  }
  return [size, packed];
}

/** Whether there is a local header between, before or after the entries of the directory. */
function hasHiddenEntry({ bytes, entries, central }: ZipDirectory): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const spans = entries.map((entry) => entry.raw).sort((a, b) => a.start - b.start);
  for (const { start, end } of [...spans, { start: central.start, end: central.end }]) {
    for (let i = at; i + 4 <= start; i++) if (view.getUint32(i, true) === LOCAL_HEADER) return true;
    at = Math.max(at, end);
  }
  return false;
}
