import { sha1 } from '@noble/hashes/legacy.js';
import { zlibSync } from 'fflate';
import { type Bytes, sameBytes, toHex } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { PdfDocument } from '../read/document.ts';
import {
  isArray,
  isDict,
  isRef,
  isStream,
  isString,
  type PdfArray,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfArrayOf,
  pdfDict,
  pdfName,
  pdfStream,
  withEntries,
  withItems,
} from '../read/objects.ts';
import { openPdf } from '../read/open-pdf.ts';
import type { PdfSource } from '../read/source.ts';
import { type Increment, makeIncrement } from '../write/increment.ts';
import { checkMayAppend } from './check-may-sign.ts';

/** Data for later validation, all DER. */
export interface ValidationMaterial {
  readonly certificates?: readonly Bytes[];
  readonly crls?: readonly Bytes[];
  /** OCSPResponse values. */
  readonly ocsps?: readonly Bytes[];
}

export interface ValidationData extends ValidationMaterial {
  /** Data for individual signatures (VRI), by the name of their field. */
  readonly signatures?: readonly (ValidationMaterial & { readonly field: string })[];
}

export interface AppendedRevision {
  /** Bytes to append to the file. */
  readonly append: Bytes;
  readonly fileLength: number;
}

type Kind = 'Certs' | 'CRLs' | 'OCSPs';

/**
 * PAdES-B-LT: adds certificates, CRLs and OCSP responses to the document security store (ETSI EN 319 142-1, clause
 * 5.4). Existing values are kept and not added again. Allowed under every certification (ISO 32000-2, 12.8.2.2.2).
 * Throws what `checkMayAppend` throws, and SIGNATURE_FIELD_NOT_FOUND.
 *
 * ```ts
 * const { append } = await addValidationData(signed, { certificates, crls, ocsps });
 * ```
 */
export async function addValidationData(source: PdfSource, data: ValidationData): Promise<AppendedRevision> {
  const document = await openPdf(source);
  return document.run(() => ({ append: layOutStore(document, data), fileLength: document.length }));
}

function layOutStore(document: PdfDocument, data: ValidationData): Bytes {
  const fields = checkMayAppend(document);
  const increment = makeIncrement(document);
  const old = document.lookup(document.catalog, 'DSS');
  const store = isDict(old) ? old : pdfDict({ Type: pdfName('DSS') });
  const lists: Record<Kind, Pool> = {
    Certs: makePool(document, increment, store, 'Certs'),
    CRLs: makePool(document, increment, store, 'CRLs'),
    OCSPs: makePool(document, increment, store, 'OCSPs'),
  };
  const put = (material: ValidationMaterial): Record<Kind, PdfRef[]> => ({
    Certs: (material.certificates ?? []).map(lists.Certs.add),
    CRLs: (material.crls ?? []).map(lists.CRLs.add),
    OCSPs: (material.ocsps ?? []).map(lists.OCSPs.add),
  });
  put(data);
  const vri = document.lookup(store, 'VRI');
  let entries: PdfDict | undefined = isDict(vri) ? vri : undefined;
  for (const signature of data.signatures ?? []) {
    const field = fields.find(({ name }) => name === signature.field);
    const key = field && isDict(field.value) ? vriKey(document, field.value) : undefined;
    if (key === undefined) throw new AppError('SIGNATURE_FIELD_NOT_FOUND', { field: signature.field });
    const refs = put(signature);
    // An existing VRI entry is kept: readers treat a change of it as tampering.
    if (entries?.entries.has(key)) continue;
    const own = pdfDict({ Cert: listOf(refs.Certs), CRL: listOf(refs.CRLs), OCSP: listOf(refs.OCSPs) });
    entries = withEntries(entries ?? pdfDict(), { [key]: increment.add(own) });
  }
  const next = withEntries(store, {
    ...(entries && entries !== vri ? { VRI: entries } : {}),
    ...lists.Certs.grown('Certs'),
    ...lists.CRLs.grown('CRLs'),
    ...lists.OCSPs.grown('OCSPs'),
  });
  const at = document.catalog.entries.get('DSS') ?? null;
  if (isRef(at) && isDict(old)) increment.set(at, next);
  else increment.set(document.catalogRef, withEntries(document.catalog, { DSS: increment.add(next) }));
  return increment.finish().bytes;
}

const listOf = (refs: readonly PdfObject[]): PdfObject | undefined =>
  refs.length > 0 ? pdfArray(...refs) : undefined;

interface Pool {
  /** The list under its key if something was added to it, else nothing. */
  grown(key: Kind): { [key in Kind]?: PdfArray };
  add(value: Bytes): PdfRef;
}

/** The values of one list of the store, without duplicates. */
function makePool(document: PdfDocument, increment: Increment, store: PdfDict, kind: Kind): Pool {
  const list = document.lookup(store, kind);
  const refs = isArray(list) ? list.items.filter(isRef) : [];
  const had = refs.length;
  let values: Bytes[] | undefined;
  return {
    grown(key) {
      if (refs.length === had) return {};
      return {
        [key]: isArray(list) ? withItems(list, [...list.items, ...refs.slice(had)]) : pdfArrayOf(refs),
      };
    },
    add(value) {
      values ??= refs.map((ref) => {
        const stream = document.get(ref);
        return isStream(stream) ? document.decode(stream) : new Uint8Array(0);
      });
      const known = values.findIndex((other) => sameBytes(other, value));
      if (known >= 0) return refs[known]!;
      const ref = increment.add(
        pdfStream(pdfDict({ Filter: pdfName('FlateDecode') }), zlibSync(value) as Bytes),
      );
      values.push(value);
      refs.push(ref);
      return ref;
    },
  };
}

/** SHA-1 of the entire /Contents including padding, in upper-case hexadecimal (ETSI EN 319 142-1, clause 5.4.2.3). */
function vriKey(document: PdfDocument, signature: PdfDict): string | undefined {
  const contents = document.lookup(signature, 'Contents');
  return isString(contents) ? toHex(sha1(contents.bytes)).toUpperCase() : undefined;
}
