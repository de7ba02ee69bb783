import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import {
  childrenOf,
  contentOf,
  type DerNode,
  fieldsOf,
  innerOf,
  parsing,
  rawOf,
  readDerPrefix,
} from '#core/pki/der/read-der.ts';
import {
  readBitString,
  readOctetString,
  readOid,
  readSmallInteger,
  readString,
  readTime,
  timeOf,
} from '#core/pki/der/read-values.ts';
import { sequence } from '#core/pki/der/write-der.ts';

/**
 * Electronic seals and seal signatures as ASN.1: SES_Seal and SES_Signature of GB/T 38540-2020 ("v4", after its version
 * number) and of GM/T 0031-2014 ("v1"). Encoders in the field deviate from both; known deviations are accepted (a time
 * in a BIT STRING, a UTCTime), and everything signed is kept as bytes.
 */
export type SesLayout = 'v4' | 'v1';

/** Certificates that may use the seal: embedded, or (v4) as digests. */
export type SealSigners = { certificates: Bytes[]; digests: { type: string; value: Bytes }[] };

export type Seal = {
  layout: SesLayout;
  /** The whole SES_Seal and its signed information, as encoded. */
  raw: Bytes;
  infoRaw: Bytes;
  version: number;
  vendor: string;
  id: string;
  /** 1 unit seal, 2 personal seal in GM/T 0031; other values occur in practice. */
  type: number;
  name: string;
  signers: SealSigners;
  /** Epoch ms; null if the encoded time is unreadable. */
  created: number | null;
  validFrom: number | null;
  validTo: number | null;
  picture: { type: string; data: Bytes; widthMm: number; heightMm: number };
  maker: { certificate: Bytes; algorithm: string; value: Bytes };
  /** Messages the maker may have signed: the information alone, or with certificate and algorithm. */
  makerMessages: Bytes[];
};

export type SealSignature = {
  layout: SesLayout;
  /** TBS_Sign as encoded: what the signer signs. */
  toSign: Bytes;
  seal: Seal;
  /** Epoch ms; null if the time is unreadable. */
  time: number | null;
  /** A time stamp token (v4 may contain it instead of the time or at the end). */
  timestamp: Bytes | null;
  dataHash: Bytes;
  propertyInfo: string;
  certificate: Bytes;
  algorithm: string;
  value: Bytes;
};

/** Reads SES_Signature. Throws SIGNATURE_VALUE_INVALID if it is not one. Trailing zero bytes are tolerated. */
export function parseSealSignature(der: Bytes): SealSignature {
  return parsing('SIGNATURE_VALUE_INVALID', () => {
    const parts = childrenOf(nodeOf(der));
    const toSign = parts[0];
    if (!toSign || parts.length < 2)
      throw new AppError('ASN1_BROKEN', { reason: 'no signature value', at: 0 });
    const fields = fieldsOf(toSign, 0x30);
    readSmallInteger(fields.next(0x02));
    const sealNode = fields.next(0x30);
    const timeNode = fields.next();
    const { bytes: dataHash } = readBitStringOrOctets(fields.next());
    const propertyInfo = readText(fields.next());
    const seal = parseSealNode(sealNode);
    const common = { toSign: rawOf(toSign), seal, dataHash, propertyInfo, ...readClaimedTime(timeNode) };
    if (parts.length >= 4 && parts[1]!.id === 0x04) {
      return {
        ...common,
        layout: 'v4',
        certificate: readOctetString(parts[1]!),
        algorithm: readAlgorithm(parts[2]!),
        value: readBitStringOrOctets(parts[3]!).bytes,
        timestamp: parts[4] ? readTimestamp(parts[4]) : common.timestamp,
      };
    }
    // v1: certificate and algorithm are inside TBS_Sign, and the value follows.
    return {
      ...common,
      layout: 'v1',
      certificate: readOctetString(fields.next(0x04)),
      algorithm: readAlgorithm(fields.next()),
      value: readBitStringOrOctets(parts[1]!).bytes,
      timestamp: common.timestamp,
    };
  });
}

/** Reads SES_Seal (Seal.esl). Throws SIGNATURE_VALUE_INVALID if it is not one. */
export function parseSeal(der: Bytes): Seal {
  return parsing('SIGNATURE_VALUE_INVALID', () => parseSealNode(nodeOf(der)));
}

function nodeOf(der: Bytes): DerNode {
  const node = readDerPrefix(der);
  for (let i = node.end; i < der.length; i++)
    if (der[i] !== 0) throw new AppError('ASN1_BROKEN', { reason: 'bytes after the end', at: i });
  return node;
}

function parseSealNode(node: DerNode): Seal {
  const parts = childrenOf(node);
  const info = parts[0];
  if (!info || parts.length < 2) throw new AppError('ASN1_BROKEN', { reason: 'no seal', at: node.start });
  const layout: SesLayout = parts.length >= 4 ? 'v4' : 'v1';
  const fields = fieldsOf(info, 0x30);
  const header = fieldsOf(fields.next(0x30));
  readText(header.next());
  const version = readSmallInteger(header.next(0x02));
  const vendor = readText(header.next());
  const id = readText(fields.next());
  const property = readProperty(fields.next(0x30));
  const pictureFields = fieldsOf(fields.next(0x30));
  const picture = {
    type: readText(pictureFields.next()),
    data: readOctetString(pictureFields.next()),
    widthMm: readSmallInteger(pictureFields.next(0x02)),
    heightMm: readSmallInteger(pictureFields.next(0x02)),
  };
  const common = {
    layout,
    raw: rawOf(node),
    infoRaw: rawOf(info),
    version,
    vendor,
    id,
    ...property,
    picture,
  };
  if (layout === 'v4') {
    const [, certificate, algorithm, value] = parts;
    return {
      ...common,
      maker: {
        certificate: readOctetString(certificate!),
        algorithm: readAlgorithm(algorithm!),
        value: readBitStringOrOctets(value!).bytes,
      },
      makerMessages: [rawOf(info), joined(info, certificate!, algorithm!)],
    };
  }
  const signFields = fieldsOf(parts[1]!, 0x30);
  const certificate = signFields.next();
  const algorithm = signFields.next();
  return {
    ...common,
    maker: {
      certificate: readOctetString(certificate),
      algorithm: readAlgorithm(algorithm),
      value: readBitStringOrOctets(signFields.next()).bytes,
    },
    makerMessages: [joined(info, certificate, algorithm), rawOf(info)],
  };
}

type SealProperty = Pick<Seal, 'type' | 'name' | 'signers' | 'created' | 'validFrom' | 'validTo'>;

/** SES_ESPropertyInfo; v1 lacks the type before the list, so the list's content is recognised from its entries. */
function readProperty(node: DerNode): SealProperty {
  const fields = fieldsOf(node);
  const type = readSmallInteger(fields.next(0x02));
  const name = readText(fields.next());
  fields.optional(0x02);
  const list = childrenOf(fields.next());
  return {
    type,
    name,
    signers: {
      certificates: list.filter((one) => one.id === 0x04).map(readOctetString),
      digests: list.filter((one) => one.id === 0x30).map(readCertificateDigest),
    },
    created: readTimeOrNull(fields.next()),
    validFrom: readTimeOrNull(fields.next()),
    validTo: readTimeOrNull(fields.next()),
  };
}

function readCertificateDigest(node: DerNode): { type: string; value: Bytes } {
  const fields = fieldsOf(node, 0x30);
  const type = fields.next();
  return {
    type: type.id === 0x06 ? readOid(type) : readText(type),
    value: readBitStringOrOctets(fields.next()).bytes,
  };
}

/** The signing time: a GeneralizedTime, a UTCTime, one of them inside a BIT STRING, or a time stamp token. */
function readClaimedTime(node: DerNode): { time: number | null; timestamp: Bytes | null } {
  if (node.id === 0x03) {
    const { bytes } = readBitString(node);
    if (bytes[0] === 0x30) return { time: null, timestamp: bytes };
    return { time: readTimeBytes(bytes), timestamp: null };
  }
  return { time: readTimeOrNull(node), timestamp: null };
}

function readTimeBytes(bytes: Bytes): number | null {
  if (bytes[0] !== 0x17 && bytes[0] !== 0x18) return readTimeText(bytes);
  try {
    return readTimeOrNull(readDerPrefix(bytes));
  } catch {
    return null;
  }
}

/** yyyy-mm-dd hh:mm:ss or yyyymmddhhmmss with or without Z; without a zone it is read as Beijing time. */
function readTimeText(bytes: Bytes): number | null {
  const m = /^(\d{4})-?(\d\d)-?(\d\d)[T ]?(\d\d):?(\d\d):?(\d\d)(?:\.\d+)?(Z?)$/.exec(
    new TextDecoder().decode(bytes.subarray(0, 40)).trim(),
  );
  if (!m) return null;
  const time = Date.parse(`${m[1]}-${m[2]}-${m[3]}T${m[4]}:${m[5]}:${m[6]}${m[7] === 'Z' ? 'Z' : '+08:00'}`);
  return Number.isNaN(time) ? null : time;
}

function readTimeOrNull(node: DerNode): number | null {
  try {
    if (node.id === 0x17 || node.id === 0x18) return readTime(node);
    if (node.id === 0x80 || node.id === 0x81) return timeOf(contentOf(node), node.id === 0x80);
    return readTimeText(contentOf(node));
  } catch {
    return null;
  }
}

/** timeStamp [0] BIT STRING, explicit or implicit; returns the token inside. */
function readTimestamp(node: DerNode): Bytes | null {
  if (node.id === 0x03) return readBitString(node).bytes;
  if (node.id === 0x80) return contentOf(node).subarray(1);
  if (node.id !== 0xa0) return null;
  const inner = innerOf(node);
  if (inner.id === 0x03) return readBitString(inner).bytes;
  return inner.id === 0x04 ? readOctetString(inner) : rawOf(inner);
}

const readText = (node: DerNode): string =>
  node.id === 0x04 ? new TextDecoder().decode(contentOf(node)) : readString(node);

/** An OBJECT IDENTIFIER, bare or in an AlgorithmIdentifier. */
const readAlgorithm = (node: DerNode): string => readOid(node.id === 0x30 ? fieldsOf(node).next() : node);

const readBitStringOrOctets = (node: DerNode): { bytes: Bytes } =>
  node.id === 0x04 ? { bytes: readOctetString(node) } : readBitString(node);

const joined = (...nodes: DerNode[]): Bytes => sequence(...nodes.map(rawOf));
