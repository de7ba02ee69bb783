import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { parseDigestAlgorithm } from '../algorithm/algorithm-identifier.ts';
import type { DigestAlgorithm } from '../algorithm/algorithms.ts';
import { parseGeneralName } from '../certificate/general-name.ts';
import { serialText } from '../certificate/parse-extensions.ts';
import { childrenOf, type DerNode, expectId, fieldsOf, innerOf, rawOf } from '../der/read-der.ts';
import { readIntegerBytes, readOctetString, readOid, readTime } from '../der/read-values.ts';
import { toDer } from '../der/to-der.ts';
import { OID } from '../oids.ts';
import type { ProblemCode } from '../problems.ts';
import type { CertificateReference, SignedAttributes, UnsignedAttributes } from './cms.ts';

type Reader = (value: DerNode, out: SignedAttributes) => void;

const READERS: Record<string, Reader> = {
  [OID.contentType]: (value, out) => {
    out.contentType = readOid(value);
  },
  [OID.messageDigest]: (value, out) => {
    out.messageDigest = readOctetString(value);
  },
  [OID.signingTime]: (value, out) => {
    out.signingTime = readTime(value);
  },
  [OID.signingCertificateV2]: (value, out) => {
    out.signingCertificate = references(value, 'SHA-256');
  },
  [OID.signingCertificate]: (value, out) => {
    out.signingCertificate ??= references(value, 'SHA-1');
  },
  [OID.signaturePolicyId]: (value, out) => {
    out.signaturePolicyId = value.id === 0x05 ? '' : readOid(fieldsOf(value, 0x30).next());
  },
  [OID.commitmentType]: (value, out) => {
    out.commitmentType ??= readOid(fieldsOf(value, 0x30).next());
  },
  [OID.adbeRevocation]: (value, out) => {
    const list = (node: DerNode | undefined): Bytes[] => (node ? childrenOf(innerOf(node)).map(rawOf) : []);
    const fields = fieldsOf(value, 0x30);
    const crls = list(fields.optional(0xa0));
    out.adbeRevocation = { crls, ocsps: list(fields.optional(0xa1)) };
  },
  [OID.contentTimestamp]: (value, out) => {
    out.contentTimestamps.push(toDer(value));
  },
  [OID.cmsAlgorithmProtection]: (value, out) => {
    const fields = fieldsOf(value, 0x30);
    const digestOid = readOid(fieldsOf(fields.next(), 0x30).next());
    const signature = fields.optional(0xa1);
    out.algorithmProtection = { digestOid, signatureOid: signature && readOid(fieldsOf(signature).next()) };
  },
};

/** Attributes that must occur once with one value; commitments and content time stamps may be repeated. */
const SEVERAL: ReadonlySet<string> = new Set([OID.contentTimestamp, OID.commitmentType]);
const SINGLE: ReadonlySet<string> = new Set(Object.keys(READERS).filter((id) => !SEVERAL.has(id)));

/** ESSCertID and ESSCertIDv2 differ in the algorithm, which only the latter can name. */
function references(value: DerNode, byDefault: DigestAlgorithm): CertificateReference[] {
  return childrenOf(expectId(fieldsOf(value, 0x30).next(), 0x30)).map((node) => {
    const fields = fieldsOf(node, 0x30);
    const named = byDefault === 'SHA-256' ? fields.optional(0x30) : undefined;
    const digestAlgorithm = named ? parseDigestAlgorithm(named) : byDefault;
    const digest = readOctetString(fields.next());
    const issuerSerial = fields.optional(0x30);
    if (!issuerSerial) return { digestAlgorithm, digest, issuer: undefined, serialHex: undefined };
    const pair = fieldsOf(issuerSerial);
    const names = childrenOf(pair.next(0x30)).map(parseGeneralName);
    const directory = names.find((name) => name.kind === 'directory');
    return {
      digestAlgorithm,
      digest,
      issuer: directory?.value,
      serialHex: serialText(readIntegerBytes(pair.next())),
    };
  });
}

/** Decodes signed attributes; broken or repeated ones are reported in `problems`, never thrown. */
export function parseSignedAttributes(node: DerNode): { signed: SignedAttributes; problems: ProblemCode[] } {
  const signed: SignedAttributes = { contentTimestamps: [], types: [] };
  const problems = new Set<ProblemCode>();
  const seen = new Set<string>();
  for (const { type, values } of attributesOf(node)) {
    if (SINGLE.has(type) && (seen.has(type) || values.length !== 1)) problems.add('attribute-repeated');
    seen.add(type);
    signed.types.push(type);
    for (const value of values) {
      if (!decodes(() => READERS[type]?.(value, signed))) problems.add('attribute-broken');
    }
  }
  return { signed, problems: [...problems] };
}

/** Extracts the tokens from unsigned attributes. */
export function parseUnsignedAttributes(node: DerNode): UnsignedAttributes {
  const found = {
    signatureTimestamps: [] as Bytes[],
    archiveTimestamps: [] as Bytes[],
    types: [] as string[],
  };
  for (const { type, values } of attributesOf(node)) {
    found.types.push(type);
    const archive = type === OID.archiveTimestampV3 || type === OID.archiveTimestampV2;
    for (const value of values) {
      if (type === OID.signatureTimestamp) found.signatureTimestamps.push(toDer(value));
      if (archive) found.archiveTimestamps.push(toDer(value));
    }
  }
  return found;
}

function attributesOf(node: DerNode): { type: string; values: DerNode[] }[] {
  return childrenOf(node).map((attribute) => {
    const fields = fieldsOf(attribute, 0x30);
    return { type: readOid(fields.next()), values: childrenOf(expectId(fields.next(), 0x31)) };
  });
}

function decodes(read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}
