/** Certificates and revocation data in the document security store (ISO 32000-2, 12.8.4.3). */
import type { Bytes } from '#core/bytes.ts';
import type { PdfView } from '../read/document.ts';
import { isArray, isDict, isStream } from '../read/objects.ts';

export interface SecurityStore {
  certificates: Bytes[];
  crls: Bytes[];
  ocsps: Bytes[];
}

const cache = new WeakMap<PdfView, SecurityStore | null>();

/** DER of everything in the store of that state, each stream decoded once; null where there is no store. */
export function readSecurityStore(view: PdfView): SecurityStore | null {
  const known = cache.get(view);
  if (known !== undefined) return known;
  const store = read(view);
  cache.set(view, store);
  return store;
}

function read(view: PdfView): SecurityStore | null {
  const dict = view.lookup(view.catalog, 'DSS');
  if (!isDict(dict)) return null;
  const list = (key: string): Bytes[] => {
    const items = view.lookup(dict, key);
    if (!isArray(items)) return [];
    return items.items.flatMap((item) => {
      const stream = view.resolve(item);
      if (!isStream(stream)) return [];
      try {
        return [view.decode(stream)];
      } catch {
        return [];
      }
    });
  };
  return { certificates: list('Certs'), crls: list('CRLs'), ocsps: list('OCSPs') };
}
