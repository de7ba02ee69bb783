/** Certificates and revocation data in the document security store (ISO 32000-2, 12.8.4.3). */
import type { Bytes } from '#core/bytes.ts';
import type { PdfDocument, PdfView } from '../read/document.ts';
import { isArray, isDict, isStream, type PdfStream } from '../read/objects.ts';

/** DER values, decoded on demand. */
export interface SecurityStore {
  certificates(): Bytes[];
  crls(): Bytes[];
  ocsps(): Bytes[];
}

/** Decoded streams by their offset in the file; the states of a file share them. */
const unpacked = new WeakMap<PdfDocument, Map<number, Bytes>>();

/** The store of one state of the file; null if there is none. */
export function readSecurityStore(document: PdfDocument, view: PdfView): SecurityStore | null {
  const dict = view.lookup(view.catalog, 'DSS');
  if (!isDict(dict)) return null;
  const known = unpacked.get(document) ?? new Map<number, Bytes>();
  unpacked.set(document, known);
  const list = (key: string) => (): Bytes[] => {
    const items = view.lookup(dict, key);
    if (!isArray(items)) return [];
    return items.items.flatMap((item) => {
      const stream = view.resolve(item);
      const bytes = isStream(stream) ? unpack(view, stream, known) : null;
      return bytes ? [bytes] : [];
    });
  };
  return { certificates: list('Certs'), crls: list('CRLs'), ocsps: list('OCSPs') };
}

function unpack(view: PdfView, stream: PdfStream, known: Map<number, Bytes>): Bytes | null {
  const [from, to] = stream.raw;
  const found = to > from ? known.get(from) : undefined;
  if (found) return found;
  try {
    const bytes = view.decode(stream);
    if (to > from) known.set(from, bytes);
    return bytes;
  } catch {
    // What cannot be decoded proves nothing.
    return null;
  }
}
