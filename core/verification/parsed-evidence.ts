/**
 * Parses certificates, CRLs and OCSP responses from DER and caches them while the bytes are referenced. null if
 * malformed.
 */
import type { Bytes } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import type { Crl } from '#core/pki/crl/crl.ts';
import { parseCrl } from '#core/pki/crl/parse-crl.ts';
import { fieldsOf, readDer } from '#core/pki/der/read-der.ts';
import { parseName } from '#core/pki/name/parse-name.ts';
import type { OcspResponse } from '#core/pki/ocsp/ocsp.ts';
import { parseBasicOcspResponse, parseOcspResponse } from '#core/pki/ocsp/parse-ocsp-response.ts';

function remembered<T>(parse: (der: Bytes) => T): (der: Bytes) => T | null {
  const known = new WeakMap<Bytes, T | null>();
  return (der) => {
    const found = known.get(der);
    if (found !== undefined) return found;
    let made: T | null = null;
    try {
      made = parse(der);
    } catch {
      // Malformed evidence proves nothing.
    }
    known.set(der, made);
    return made;
  };
}

export const certificateFrom: (der: Bytes) => Certificate | null = remembered(parseCertificate);
export const crlFrom: (der: Bytes) => Crl | null = remembered(parseCrl);

/** Key of the issuer name of a CRL, without parsing its entries: there may be a hundred thousand. */
export const crlIssuerFrom: (der: Bytes) => string | null = remembered((der) => {
  const fields = fieldsOf(fieldsOf(readDer(der), 0x30).next(0x30));
  fields.optional(0x02);
  fields.next(0x30);
  return parseName(fields.next()).key;
});

/** An OCSPResponse, or the BasicOCSPResponse that some writers store instead. */
export const ocspFrom: (der: Bytes) => OcspResponse | null = remembered((der) => {
  try {
    return parseOcspResponse(der);
  } catch {
    return parseBasicOcspResponse(der);
  }
});

/** The parsed items, without malformed ones. */
export const readable = <T>(ders: readonly Bytes[], read: (der: Bytes) => T | null): T[] =>
  ders.map(read).filter((item) => item !== null);
