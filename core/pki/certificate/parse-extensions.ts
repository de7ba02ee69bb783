import { type Bytes, toHex } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import {
  childrenOf,
  contentOf,
  type DerNode,
  expectId,
  fieldsOf,
  innerOf,
  readDer,
} from '../der/read-der.ts';
import {
  bitsOf,
  hasBit,
  isString,
  readBitString,
  readBoolean,
  readOctetString,
  readOid,
  readSmallInteger,
  readString,
  smallOf,
  unsignedOf,
} from '../der/read-values.ts';
import { parseAttribute } from '../name/parse-name.ts';
import { OID } from '../oids.ts';
import {
  type DistributionPoint,
  type DistributionPointName,
  type Extensions,
  KEY_USAGES,
  type NameConstraints,
  type PolicyInformation,
  REASON_FLAGS,
  type RevocationReason,
} from './certificate.ts';
import { type GeneralName, parseGeneralName } from './general-name.ts';

type Writable = { -readonly [K in keyof Extensions]: Extensions[K] };
type Reader = (value: DerNode, out: Writable, critical: boolean) => void;
export type RawExtension = { readonly oid: string; readonly critical: boolean; readonly value: Bytes };

const READERS: Record<string, Reader> = {
  [OID.basicConstraints]: (value, out) => {
    const fields = fieldsOf(value, 0x30);
    const ca = fields.optional(0x01);
    const length = fields.optional(0x02);
    out.basicConstraints = {
      ca: ca ? readBoolean(ca) : false,
      pathLength: length && readSmallInteger(length),
    };
  },
  [OID.keyUsage]: (value, out) => {
    const bits = readBitString(value);
    out.keyUsage = new Set(KEY_USAGES.filter((_, i) => hasBit(bits, i)));
  },
  [OID.extKeyUsage]: (value, out, critical) => {
    out.extKeyUsage = childrenOf(expectId(value, 0x30)).map(readOid);
    out.extKeyUsageCritical = critical;
  },
  [OID.subjectKeyIdentifier]: (value, out) => {
    out.subjectKeyIdentifier = readOctetString(value);
  },
  [OID.authorityKeyIdentifier]: (value, out) => {
    const fields = fieldsOf(value, 0x30);
    const key = fields.optional(0x80);
    const issuer = fields.optional(0xa1);
    const serial = fields.optional(0x82);
    out.authorityKeyIdentifier = {
      keyIdentifier: key && contentOf(key),
      issuer: issuer && childrenOf(issuer).map(parseGeneralName),
      serialHex: serial && serialText(contentOf(serial)),
    };
  },
  [OID.subjectAltName]: (value, out) => {
    out.subjectAltName = childrenOf(expectId(value, 0x30)).map(parseGeneralName);
  },
  [OID.issuerAltName]: () => {},
  [OID.nameConstraints]: (value, out) => {
    out.nameConstraints = parseNameConstraints(value);
  },
  [OID.certificatePolicies]: (value, out) => {
    out.certificatePolicies = childrenOf(expectId(value, 0x30)).map(parsePolicy);
  },
  [OID.policyMappings]: (value, out) => {
    out.policyMappings = childrenOf(expectId(value, 0x30)).map((node) => {
      const fields = fieldsOf(node, 0x30);
      return { issuer: readOid(fields.next()), subject: readOid(fields.next()) };
    });
  },
  [OID.policyConstraints]: (value, out) => {
    const fields = fieldsOf(value, 0x30);
    const explicit = fields.optional(0x80);
    const mapping = fields.optional(0x81);
    out.policyConstraints = {
      requireExplicit: explicit && smallOf(contentOf(explicit), explicit.start),
      inhibitMapping: mapping && smallOf(contentOf(mapping), mapping.start),
    };
  },
  [OID.inhibitAnyPolicy]: (value, out) => {
    out.inhibitAnyPolicy = readSmallInteger(value);
  },
  [OID.crlDistributionPoints]: (value, out) => {
    out.crlDistributionPoints = childrenOf(expectId(value, 0x30)).map(parseDistributionPoint);
  },
  [OID.freshestCrl]: (value, out) => {
    out.freshestCrl = childrenOf(expectId(value, 0x30)).map(parseDistributionPoint);
  },
  [OID.authorityInfoAccess]: (value, out) => {
    out.authorityInfoAccess = parseAccess(value);
  },
  [OID.ocspNoCheck]: (_, out) => {
    out.ocspNoCheck = true;
  },
};

/** Whether the extension with this OID is processed. */
export const isKnownExtension = (id: string): boolean => id in READERS;

/** A serial number as lower-case hex, two digits per byte, with a minus sign if negative (as in some old ones). */
export function serialText(content: Bytes): string {
  if (content.length > 0 && content[0]! & 0x80) {
    const hex = ((1n << BigInt(content.length * 8)) - unsignedOf(content)).toString(16);
    return `-${hex.length % 2 ? '0' : ''}${hex}`;
  }
  let from = 0;
  while (from < content.length - 1 && content[from] === 0) from++;
  return toHex(content.subarray(from));
}

/** The list of extensions inside [3] of a certificate or in a request. */
export function parseExtensionList(node: DerNode): RawExtension[] {
  return childrenOf(expectId(node, 0x30)).map(parseRawExtension);
}

/** An Extension (RFC 5280, clause 4.1.2.9); `value` is the content of its OCTET STRING. Throws ASN1_BROKEN. */
export function parseRawExtension(node: DerNode): RawExtension {
  const fields = fieldsOf(node, 0x30);
  const id = readOid(fields.next());
  const critical = fields.optional(0x01);
  return {
    oid: id,
    critical: critical ? readBoolean(critical) : false,
    value: readOctetString(fields.next()),
  };
}

/** Decodes known extensions; those that cannot be decoded are listed in `broken`, so that the rest can be shown. */
export function parseExtensions(list: readonly RawExtension[]): { extensions: Extensions; broken: string[] } {
  const extensions: Writable = {};
  const broken: string[] = [];
  for (const { oid, critical, value } of list) {
    try {
      READERS[oid]?.(readDer(value), extensions, critical);
    } catch (error) {
      if (!isAppError(error)) throw error;
      broken.push(oid);
    }
  }
  return { extensions, broken };
}

function parseNameConstraints(value: DerNode): NameConstraints {
  const fields = fieldsOf(value, 0x30);
  const subtrees = (node: DerNode | undefined): GeneralName[] =>
    node ? childrenOf(node).map((tree) => parseGeneralName(fieldsOf(tree, 0x30).next())) : [];
  const permitted = subtrees(fields.optional(0xa0));
  return { permitted, excluded: subtrees(fields.optional(0xa1)) };
}

function parsePolicy(node: DerNode): PolicyInformation {
  const fields = fieldsOf(node, 0x30);
  const id = readOid(fields.next());
  const qualifiers = fields.peek();
  return {
    oid: id,
    qualifiers: qualifiers ? childrenOf(expectId(qualifiers, 0x30)).map(parseQualifier) : [],
  };
}

/** A CPS address or the text of a user notice. */
function parseQualifier(node: DerNode): { oid: string; text: string | undefined } {
  const fields = fieldsOf(node, 0x30);
  const id = readOid(fields.next());
  const value = fields.peek();
  if (!value) return { oid: id, text: undefined };
  if (isString(value)) return { oid: id, text: readString(value) };
  const text = value.id === 0x30 ? childrenOf(value).find(isString) : undefined;
  return { oid: id, text: text && readString(text) };
}

/** A DistributionPoint (RFC 5280, clause 4.2.1.13). Throws ASN1_BROKEN. */
export function parseDistributionPoint(node: DerNode): DistributionPoint {
  const fields = fieldsOf(node, 0x30);
  const name = fields.optional(0xa0);
  const reasons = fields.optional(0x81);
  const issuer = fields.optional(0xa2);
  return {
    name: name && parseDistributionPointName(innerOf(name)),
    reasons: reasons && parseReasonFlags(contentOf(reasons)),
    crlIssuer: issuer && childrenOf(issuer).map(parseGeneralName),
  };
}

/** The choice inside the tag [0]: `fullName` or a name relative to the CRL's issuer. Throws ASN1_BROKEN. */
export function parseDistributionPointName(node: DerNode): DistributionPointName {
  if (node.id === 0xa0) return { kind: 'full', names: childrenOf(node).map(parseGeneralName) };
  return { kind: 'relative', rdn: childrenOf(expectId(node, 0xa1)).map(parseAttribute) };
}

/** `content` is that of the BIT STRING, without its tag; undefined bits are ignored. */
export function parseReasonFlags(content: Bytes): RevocationReason[] {
  const bits = bitsOf(content);
  return REASON_FLAGS.filter(
    (reason, i): reason is RevocationReason => reason !== undefined && hasBit(bits, i),
  );
}

function parseAccess(value: DerNode): { ocsp: string[]; caIssuers: string[] } {
  const out = { ocsp: [] as string[], caIssuers: [] as string[] };
  for (const node of childrenOf(expectId(value, 0x30))) {
    const fields = fieldsOf(node, 0x30);
    const method = readOid(fields.next());
    const place = parseGeneralName(fields.next());
    if (place.kind !== 'uri') continue;
    if (method === OID.ocsp) out.ocsp.push(place.value);
    if (method === OID.caIssuers) out.caIssuers.push(place.value);
  }
  return out;
}
