import { type Bytes, toHex } from '#core/bytes.ts';
import {
  childrenOf,
  contentOf,
  type DerNode,
  expectId,
  fieldsOf,
  innerOf,
  readDer,
} from '#core/pki/der/read-der.ts';
import { readBitString, readOctetString } from '#core/pki/der/read-values.ts';
import { oidContent } from '#core/pki/der/write-der.ts';
import { OID } from '#core/pki/oids.ts';

/**
 * Whether `message` is exactly what is signed for a document with this digest (hexadecimal): the signed attributes of a
 * CMS with this message-digest (RFC 5652, 11.2), or a TBS_Sign with this hash (GB/T 38540-2020, 7.2). A compromised
 * page therefore cannot get a login, a request or a certificate signed as a contract.
 */
export const holdsDigest = (message: Bytes, digest: string): boolean => digestInMessage(message) === digest;

/** The digest of the document that the message signs, hexadecimal; undefined if it does not sign a document. */
export function digestInMessage(message: Bytes): string | undefined {
  try {
    const found = message[0] === 0x31 ? digestOfAttributes(message) : hashOfTbsSign(message);
    return found && toHex(found);
  } catch {
    return undefined;
  }
}

// Compared as bytes: a hundred documents have several hundred identifiers, whose text form is not needed.
const CONTENT_TYPE = oidContent(OID.contentType);
const MESSAGE_DIGEST = oidContent(OID.messageDigest);
const DOCUMENT_TYPES = [OID.data, OID.gmData].map((id) => oidContent(id));

function isOid(node: DerNode, wanted: Bytes): boolean {
  const contents = contentOf(expectId(node, 0x06));
  return contents.length === wanted.length && contents.every((byte, i) => byte === wanted[i]);
}

function digestOfAttributes(message: Bytes): Bytes | undefined {
  let type: DerNode | undefined;
  let digest: Bytes | undefined;
  for (const attribute of childrenOf(expectId(readDer(message), 0x31))) {
    const pair = fieldsOf(attribute, 0x30);
    const name = pair.next();
    const values = expectId(pair.next(), 0x31);
    if (isOid(name, CONTENT_TYPE)) {
      if (type) return undefined;
      type = innerOf(values);
    } else if (isOid(name, MESSAGE_DIGEST)) {
      if (digest) return undefined;
      digest = readOctetString(innerOf(values));
    }
  }
  // Other content types, such as a timestamp, are not documents.
  const found = type;
  return found && DOCUMENT_TYPES.some((wanted) => isOid(found, wanted)) ? digest : undefined;
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
