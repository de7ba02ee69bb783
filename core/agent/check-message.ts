import { type Bytes, toHex } from '#core/bytes.ts';
import { childrenOf, contentOf, expectId, fieldsOf, innerOf, readDer } from '#core/pki/der/read-der.ts';
import { readBitString, readOctetString, readOid } from '#core/pki/der/read-values.ts';
import { OID } from '#core/pki/oids.ts';

/**
 * Whether `message` is the signature of a document with this digest (hexadecimal), and nothing else: the signed
 * attributes of a CMS whose message-digest it is (RFC 5652, 11.2), or a TBS_Sign whose hash it is (GB/T 38540-2020,
 * 7.2). So a page that was taken over cannot have a login, a request or a certificate signed as if it were a contract.
 */
export const holdsDigest = (message: Bytes, digest: string): boolean => digestInMessage(message) === digest;

/** The digest of the document that the message signs, hexadecimal; undefined for what signs no document. */
export function digestInMessage(message: Bytes): string | undefined {
  try {
    const found = message[0] === 0x31 ? digestOfAttributes(message) : hashOfTbsSign(message);
    return found && toHex(found);
  } catch {
    return undefined;
  }
}

function digestOfAttributes(message: Bytes): Bytes | undefined {
  let type: string | undefined;
  let digest: Bytes | undefined;
  for (const attribute of childrenOf(expectId(readDer(message), 0x31))) {
    const pair = fieldsOf(attribute, 0x30);
    const name = readOid(pair.next());
    const value = innerOf(expectId(pair.next(), 0x31));
    if (name === OID.contentType) type = readOid(value);
    if (name === OID.messageDigest) {
      if (digest) return undefined;
      digest = readOctetString(value);
    }
  }
  // Of another content (a time stamp, say) it would not be a document.
  return type === OID.data || type === OID.gmData ? digest : undefined;
}

function hashOfTbsSign(message: Bytes): Bytes | undefined {
  const fields = fieldsOf(readDer(message), 0x30);
  fields.next(0x02);
  fields.next(0x30);
  if (contentOf(fields.next(0x18)).length === 0) return undefined;
  const hash = readBitString(fields.next(0x03)).bytes;
  fields.next(0x16);
  return hash;
}
