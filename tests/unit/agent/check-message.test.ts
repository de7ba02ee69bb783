import { expect, it } from 'vitest';
import { holdsDigest } from '#core/agent/check-message.ts';
import { loginText } from '#core/agent/login-text.ts';
import { type Bytes, toHex, utf8 } from '#core/bytes.ts';
import {
  bitString,
  context,
  generalizedTime,
  ia5String,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  utf8String,
} from '#core/pki/der/write-der.ts';
import { OID } from '#core/pki/oids.ts';

const DIGEST = new Uint8Array(32).map((_, i) => i) as Bytes;
const OTHER = new Uint8Array(32).fill(7);
const shown = toHex(DIGEST);
const attribute = (type: string, ...values: Uint8Array[]) => sequence(oid(type), setOf(...values));
const TYPE = attribute(OID.contentType, oid(OID.data));
const MESSAGE_DIGEST = attribute(OID.messageDigest, octetString(DIGEST));

it('[1.8] takes for a document signed attributes with its digest, and a TBS_Sign with its hash', () => {
  expect(holdsDigest(setOf(TYPE, MESSAGE_DIGEST), shown)).toBe(true);
  expect(holdsDigest(setOf(attribute(OID.contentType, oid(OID.gmData)), MESSAGE_DIGEST), shown)).toBe(true);
  const tbsSign = (hash: Uint8Array) =>
    sequence(
      integer(4),
      sequence(integer(1)),
      generalizedTime(Date.UTC(2026, 10, 22)),
      bitString(hash),
      ia5String('/Doc_0/Signs/Sign_0/Signature.xml'),
    );
  expect(holdsDigest(tbsSign(DIGEST), shown)).toBe(true);
  expect(holdsDigest(tbsSign(OTHER), shown)).toBe(false);
});

it.each([
  ['another digest', setOf(TYPE, attribute(OID.messageDigest, octetString(OTHER)))],
  [
    'the digest beside another',
    setOf(TYPE, MESSAGE_DIGEST, attribute(OID.messageDigest, octetString(OTHER))),
  ],
  ['the digest in an attribute of another kind', setOf(TYPE, attribute(OID.tstInfo, octetString(DIGEST)))],
  ['a time stamp', setOf(attribute(OID.contentType, oid(OID.tstInfo)), MESSAGE_DIGEST)],
  ['two types', setOf(TYPE, attribute(OID.contentType, oid(OID.tstInfo)), MESSAGE_DIGEST)],
  ['no type', setOf(MESSAGE_DIGEST)],
  ['attributes with something behind', new Uint8Array([...setOf(TYPE, MESSAGE_DIGEST), 0])],
  ['a login', utf8(loginText('https://sign.example.com', shown))],
  // What certificates, requests and lists begin with; the digest as what they could hold of it.
  ['a certificate', sequence(context(0, integer(2)), integer(1), sequence(), sequence(), bitString(DIGEST))],
  ['a request', sequence(integer(0), sequence(), sequence(sequence(), bitString(DIGEST)), context(0))],
  ['a list of revoked certificates', sequence(integer(1), sequence(), sequence(), bitString(DIGEST))],
  ['text', utf8String(shown)],
  ['nothing', new Uint8Array()],
])('[1.8] signs no %s in the name of a document', (_what, message) => {
  expect(holdsDigest(message as Bytes, shown)).toBe(false);
});
