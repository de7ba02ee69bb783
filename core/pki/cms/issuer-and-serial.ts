import type { Bytes } from '#core/bytes.ts';
import { type DerNode, fieldsOf, parsing, readDer } from '../der/read-der.ts';

/** Issuer and serial number of a certificate without parsing the rest of it. Throws CERTIFICATE_BROKEN. */
export function issuerAndSerialOf(certificate: Bytes): { issuer: DerNode; serial: DerNode } {
  return parsing('CERTIFICATE_BROKEN', () => {
    const tbs = fieldsOf(fieldsOf(readDer(certificate), 0x30).next(0x30));
    tbs.optional(0xa0);
    const serial = tbs.next(0x02);
    tbs.next(0x30);
    return { serial, issuer: tbs.next(0x30) };
  });
}
