import { AppError } from '#core/errors.ts';

/** A segment's header (T.88, 7.2) and the range of its data. */
export interface Segment {
  number: number;
  type: number;
  page: number;
  referred: number[];
  start: number;
  end: number;
}

const FILE_ID = [0x97, 0x4a, 0x42, 0x32, 0x0d, 0x0a, 0x1a, 0x0a];
const MOST_SEGMENTS = 10_000;

/** Segments of a JBIG2 file in either organisation (annex D), or of bare segments as PDF embeds them. */
export function readSegments(bytes: Uint8Array): Segment[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isFile = FILE_ID.every((byte, i) => bytes[i] === byte);
  const flags = isFile ? (bytes[8] ?? 0) : 1;
  const sequential = (flags & 1) !== 0;
  let at = isFile ? (flags & 2 ? 9 : 13) : 0;
  const segments: (Segment & { length: number })[] = [];
  while (at + 11 <= bytes.length && segments.length < MOST_SEGMENTS) {
    const { segment, next } = readHeader(view, at);
    segments.push(segment);
    at = next;
    if (sequential) at = setData(bytes, view, segment, at);
    // end of file
    if (segment.type === 51) break;
  }
  if (!sequential) for (const segment of segments) at = setData(bytes, view, segment, at);
  return segments;
}

function readHeader(view: DataView, start: number): { segment: Segment & { length: number }; next: number } {
  let at = start;
  const take = (size: number): number => {
    if (at + size > view.byteLength) throw new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 segment' });
    const value = size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at) : view.getUint32(at);
    at += size;
    return value;
  };
  const number = take(4);
  const flags = take(1);
  let count = take(1) >> 5;
  if (count === 7) {
    at--;
    count = take(4) & 0x1fffffff;
    at += (count + 8) >> 3;
  }
  if (count > MOST_SEGMENTS) throw new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 segment' });
  const size = number <= 256 ? 1 : number <= 65536 ? 2 : 4;
  const referred = Array.from({ length: count }, () => take(size));
  const page = take(flags & 0x40 ? 4 : 1);
  const length = take(4);
  return { segment: { number, type: flags & 63, page, referred, start: 0, end: 0, length }, next: at };
}

function setData(
  bytes: Uint8Array,
  view: DataView,
  segment: Segment & { length: number },
  at: number,
): number {
  segment.start = at;
  const length = segment.length === 0xffffffff ? unknownLength(bytes, view, segment, at) : segment.length;
  segment.end = Math.min(bytes.length, at + length);
  return segment.end;
}

/** Length of a generic region that was written with unknown length: up to its end mark and row count (7.2.7). */
function unknownLength(bytes: Uint8Array, view: DataView, segment: Segment, at: number): number {
  if (segment.type !== 38 || at + 18 > bytes.length)
    throw new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 length' });
  const mmr = (view.getUint8(at + 17) & 1) !== 0;
  const [first, second] = mmr ? [0, 0] : [0xff, 0xac];
  for (let i = at + 18; i + 6 <= bytes.length; i++)
    if (bytes[i] === first && bytes[i + 1] === second) return i + 6 - at;
  return bytes.length - at;
}
