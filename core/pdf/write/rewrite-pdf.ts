import { type Bytes, joinBytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { PdfDocument } from '../read/document.ts';
import {
  isArray,
  isName,
  isRef,
  isStream,
  type PdfArray,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  type PdfStream,
  pdfDict,
  pdfRef,
  withEntries,
  withItems,
} from '../read/objects.ts';
import { textSource } from './repeat-text.ts';
import { latin1, serializeDict, writeIndirect } from './serialize.ts';

/**
 * Rewrites the whole document without encryption and with a sound cross-reference table: all reachable objects, under
 * their old numbers. `edit` may change each dictionary before its references are followed; objects that become
 * unreachable are omitted. Breaks all signatures. Throws DOCUMENT_TOO_COMPLEX.
 */
export function rewritePdf(document: PdfDocument, edit: (dict: PdfDict) => PdfDict = (dict) => dict): Bytes {
  const root = document.catalogRef;
  const info = document.trailer.entries.get('Info') ?? null;
  const parts: Bytes[] = [latin1(`%PDF-${document.version}\n%\xe2\xe3\xcf\xd3\n`)];
  let length = parts[0]!.length;
  const offsets = new Map<number, number>();
  const source = textSource(document);
  const waiting: PdfRef[] = [root, ...(isRef(info) ? [info] : [])];
  const seen = new Set(waiting.map((ref) => ref.num));
  const follow = (object: PdfObject): PdfObject => {
    if (typeof object !== 'object' || object === null) return object;
    switch (object.kind) {
      case 'ref':
        if (document.entry(object.num) === undefined) return null;
        if (!seen.has(object.num)) {
          seen.add(object.num);
          waiting.push(object);
        }
        return object.gen === 0 ? object : pdfRef(object.num);
      case 'array':
        return followArray(object);
      case 'dict':
        return followDict(object);
      case 'stream':
        return { ...object, dict: followDict(object.dict) };
      default:
        return object;
    }
  };
  const followArray = (array: PdfArray): PdfArray => {
    const items = array.items.map(follow);
    return items.every((item, i) => item === array.items[i]) ? array : withItems(array, items);
  };
  const followDict = (dict: PdfDict): PdfDict => {
    const edited = edit(dict);
    const entries = new Map<string, PdfObject>();
    for (const [key, value] of edited.entries) entries.set(key, follow(value));
    const same = [...entries].every(([key, value]) => value === edited.entries.get(key));
    return same ? edited : { ...withEntries(edited, {}), entries };
  };
  // The array grows during the loop.
  for (const ref of waiting) {
    const object = document.get(ref);
    offsets.set(ref.num, length);
    const stored = isStream(object) ? storedStream(document, object) : { object, bytes: undefined };
    for (const bytes of writeIndirect(pdfRef(ref.num), follow(stored.object), stored.bytes, source)) {
      parts.push(bytes);
      length += bytes.length;
    }
    if (offsets.size > 1_000_000) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'objects' });
  }
  parts.push(
    latin1(tableAndTrailer(document, offsets, length, root, isRef(info) ? pdfRef(info.num) : undefined)),
  );
  return joinBytes(parts);
}

/** A stream's dictionary and stored bytes for a file without encryption. */
function storedStream(document: PdfDocument, stream: PdfStream): { object: PdfStream; bytes: Bytes } {
  const bytes = document.encoded(stream);
  let dict = withEntries(stream.dict, { Length: bytes.length });
  const filters = document.lookup(dict, 'Filter');
  if (isArray(filters) ? isName(filters.items[0], 'Crypt') : isName(filters, 'Crypt')) {
    const params = document.lookup(dict, 'DecodeParms');
    const restOf = (list: PdfObject): PdfObject | undefined =>
      isArray(list) ? withItems(list, list.items.slice(1)) : undefined;
    dict = withEntries(dict, { Filter: restOf(filters), DecodeParms: restOf(params) });
  }
  return { object: { ...stream, dict }, bytes };
}

function tableAndTrailer(
  document: PdfDocument,
  offsets: ReadonlyMap<number, number>,
  at: number,
  root: PdfRef,
  info: PdfRef | undefined,
): string {
  let out = `xref\n0 1\n0000000000 65535 f \n`;
  const numbers = [...offsets.keys()].sort((a, b) => a - b);
  const size = numbers.at(-1)! + 1;
  for (let i = 0; i < numbers.length; ) {
    let end = i + 1;
    while (end < numbers.length && numbers[end] === numbers[end - 1]! + 1) end++;
    out += `${numbers[i]} ${end - i}\n`;
    for (; i < end; i++) out += `${String(offsets.get(numbers[i]!)).padStart(10, '0')} 00000 n \n`;
  }
  const id = document.resolve(document.trailer.entries.get('ID'));
  const trailer = pdfDict({
    Size: size,
    Root: pdfRef(root.num),
    Info: info,
    ID: isArray(id) ? id : undefined,
  });
  return `${out}trailer\n${serializeDict(trailer, textSource(document))}\nstartxref\n${at}\n%%EOF\n`;
}
