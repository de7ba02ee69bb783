import { type PdfDict, type PdfObject, type PdfRef, pdfArray, pdfDict, pdfName } from '../read/objects.ts';
import { dateString, textString } from '../read/text-string.ts';
import { serialize } from '../write/serialize.ts';
import type { FieldLock, SignatureRequest } from './signature-request.ts';

/** A serialised signature dictionary with space for /Contents and /ByteRange, which are known only after layout. */
export interface SignatureText {
  readonly text: string;
  /** Offsets in `text` of the < of /Contents and just after its >. */
  readonly contents: readonly [from: number, to: number];
  /** Offset in `text` of the /ByteRange array, which has BYTE_RANGE_ROOM characters of space. */
  readonly byteRangeAt: number;
}

/** "[0 n n n]" with three numbers of at most ten digits. */
const BYTE_RANGE_ROOM = 36;

/**
 * `entries` are all entries except /Contents and /ByteRange (12.8.1). `reservedBytes` is the space for the CMS in
 * bytes, written as twice as many zeros.
 */
export function signatureText(
  entries: Record<string, PdfObject | undefined>,
  reservedBytes: number,
): SignatureText {
  const rest = serialize(pdfDict(entries)).slice(2);
  const head = '<</Contents <';
  const contentsAt = head.length - 1;
  const afterHex = contentsAt + 1 + reservedBytes * 2;
  const middle = '>/ByteRange ';
  return {
    text: `${head}${'0'.repeat(reservedBytes * 2)}${middle}${' '.repeat(BYTE_RANGE_ROOM)}${rest}`,
    contents: [contentsAt, afterHex + 1],
    byteRangeAt: afterHex + middle.length,
  };
}

/** The text for `byteRangeAt`. */
export function byteRangeText(byteRange: readonly number[]): string {
  return `[${byteRange.join(' ')}]`.padEnd(BYTE_RANGE_ROOM);
}

/**
 * Entries of a signature (12.8.1) except /Contents and /ByteRange. `lock` lists the fields that the signature locks.
 */
export function signatureEntries(
  request: SignatureRequest,
  lock: PdfDict | undefined,
  catalogRef: PdfRef,
): Record<string, PdfObject | undefined> {
  const optional = (text: string | undefined) => (text ? textString(text) : undefined);
  const references: PdfObject[] = [];
  if (request.certify) {
    const params = pdfDict({ Type: pdfName('TransformParams'), P: request.certify, V: pdfName('1.2') });
    references.push(reference('DocMDP', params));
  }
  if (lock) {
    const params = pdfDict({
      Type: pdfName('TransformParams'),
      Action: lock.entries.get('Action'),
      Fields: lock.entries.get('Fields'),
      V: pdfName('1.2'),
    });
    references.push(reference('FieldMDP', params, catalogRef));
  }
  return {
    Type: pdfName('Sig'),
    Filter: pdfName('Adobe.PPKLite'),
    SubFilter: pdfName(request.subFilter ?? 'ETSI.CAdES.detached'),
    M: request.signingTime === undefined ? undefined : dateString(request.signingTime),
    Name: optional(request.name),
    Reason: optional(request.reason),
    Location: optional(request.location),
    ContactInfo: optional(request.contactInfo),
    Reference: references.length > 0 ? pdfArray(...references) : undefined,
  };
}

const reference = (method: string, params: PdfDict, data?: PdfRef): PdfDict =>
  pdfDict({ Type: pdfName('SigRef'), TransformMethod: pdfName(method), TransformParams: params, Data: data });

/** A /Lock dictionary of a signature field (12.7.5.5). */
export function lockDict(lock: FieldLock): PdfDict {
  return pdfDict({
    Type: pdfName('SigFieldLock'),
    Action: pdfName(lock.action),
    Fields: lock.action === 'All' ? undefined : pdfArray(...lock.fields.map(textString)),
  });
}
