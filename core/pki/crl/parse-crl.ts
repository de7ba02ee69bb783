import type { Bytes } from '#core/bytes.ts';
import { parseSignatureAlgorithm } from '../algorithm/algorithm-identifier.ts';
import { REVOCATION_REASONS, type RevocationReason } from '../certificate/certificate.ts';
import { parseGeneralName } from '../certificate/general-name.ts';
import {
  parseDistributionPoint,
  parseDistributionPointName,
  parseExtensionList,
  parseRawExtension,
  parseReasonFlags,
  type RawExtension,
  serialText,
} from '../certificate/parse-extensions.ts';
import {
  broken,
  childrenOf,
  contentOf,
  type DerNode,
  eachChild,
  expectId,
  fieldsOf,
  innerOf,
  parsing,
  rawOf,
  readDer,
} from '../der/read-der.ts';
import {
  readBitString,
  readInteger,
  readIntegerBytes,
  readSmallInteger,
  readTime,
} from '../der/read-values.ts';
import { parseName } from '../name/parse-name.ts';
import { OID } from '../oids.ts';
import type { Crl, IssuingDistributionPoint, RevokedEntry } from './crl.ts';

type Extra = Pick<
  Crl,
  'number' | 'deltaBase' | 'authorityKeyIdentifier' | 'issuingDistributionPoint' | 'freshestCrl'
>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Reads a CertificateList (RFC 5280, clause 5.1), version 1 or 2. Throws CRL_BROKEN.
 *
 * ```ts
 * const isListed = parseCrl(der).entries.some((entry) => entry.serialHex === certificate.serialHex);
 * ```
 */
export function parseCrl(der: Bytes): Crl {
  return parsing('CRL_BROKEN', () => crlOf(readDer(der)));
}

function crlOf(node: DerNode): Crl {
  const outer = fieldsOf(node, 0x30);
  const tbs = outer.next(0x30);
  const signatureAlgorithm = parseSignatureAlgorithm(outer.next());
  const signature = readBitString(outer.next()).bytes;
  const fields = fieldsOf(tbs);
  fields.optional(0x02);
  fields.next(0x30);
  const issuer = parseName(fields.next());
  const thisUpdate = readTime(fields.next());
  const next = fields.optional(0x17) ?? fields.optional(0x18);
  const list = fields.optional(0x30);
  const extensions = fields.optional(0xa0);
  const unknown = new Set<string>();
  const entries = list ? entriesOf(list, issuer.key, unknown) : [];
  return {
    der: rawOf(node),
    tbs: rawOf(tbs),
    issuer,
    thisUpdate,
    nextUpdate: next && readTime(next),
    entries,
    signatureAlgorithm,
    signature,
    ...extensionsOf(extensions ? parseExtensionList(innerOf(extensions)) : [], unknown),
    unknownCriticalExtensions: [...unknown],
  };
}

/** In an indirect CRL an entry without an issuer inherits that of the previous entry (clause 5.3.3). */
function entriesOf(list: DerNode, issuerKey: string, unknown: Set<string>): RevokedEntry[] {
  const entries: RevokedEntry[] = [];
  let currentIssuer = issuerKey;
  for (const node of eachChild(list)) {
    const fields = fieldsOf(node, 0x30);
    const serialHex = serialText(readIntegerBytes(fields.next()));
    const revokedAt = readTime(fields.next());
    const extensions = fields.optional(0x30);
    let reason: RevocationReason | undefined;
    let invalidityDate: number | undefined;
    for (const child of extensions ? eachChild(extensions) : []) {
      const { oid, critical, value } = parseRawExtension(child);
      if (oid === OID.reasonCode) reason = REVOCATION_REASONS[readSmallInteger(readDer(value))];
      else if (oid === OID.invalidityDate) invalidityDate = readTime(readDer(value));
      else if (oid === OID.certificateIssuer) currentIssuer = issuerOf(value);
      else if (critical) unknown.add(oid);
    }
    entries.push({ serialHex, revokedAt, reason, invalidityDate, issuerKey: currentIssuer });
  }
  return entries;
}

function issuerOf(value: Bytes): string {
  const names = childrenOf(expectId(readDer(value), 0x30)).map(parseGeneralName);
  const directory = names.find((name) => name.kind === 'directory');
  if (!directory) throw broken('a certificate issuer without a name');
  return directory.value.key;
}

function extensionsOf(list: RawExtension[], unknown: Set<string>): Extra {
  const out: Writable<Extra> = {
    number: undefined,
    deltaBase: undefined,
    authorityKeyIdentifier: undefined,
    issuingDistributionPoint: undefined,
    freshestCrl: undefined,
  };
  for (const { oid, critical, value } of list) {
    const node = readDer(value);
    switch (oid) {
      case OID.crlNumber:
        out.number = readInteger(node);
        break;
      case OID.deltaCrlIndicator:
        out.deltaBase = readInteger(node);
        break;
      case OID.authorityKeyIdentifier: {
        const key = fieldsOf(node, 0x30).optional(0x80);
        out.authorityKeyIdentifier = key && contentOf(key);
        break;
      }
      case OID.issuingDistributionPoint:
        out.issuingDistributionPoint = parseIssuingPoint(node);
        break;
      case OID.freshestCrl:
        out.freshestCrl = childrenOf(expectId(node, 0x30)).map(parseDistributionPoint);
        break;
      default:
        if (critical) unknown.add(oid);
    }
  }
  return out;
}

function parseIssuingPoint(node: DerNode): IssuingDistributionPoint {
  const fields = fieldsOf(node, 0x30);
  const flag = (id: number): boolean => {
    const value = fields.optional(id);
    return value !== undefined && contentOf(value)[0] !== 0;
  };
  const name = fields.optional(0xa0);
  const onlyUserCertificates = flag(0x81);
  const onlyCaCertificates = flag(0x82);
  const reasons = fields.optional(0x83);
  const indirect = flag(0x84);
  return {
    name: name && parseDistributionPointName(innerOf(name)),
    onlyUserCertificates,
    onlyCaCertificates,
    onlySomeReasons: reasons && parseReasonFlags(contentOf(reasons)),
    indirect,
    onlyAttributeCertificates: flag(0x85),
  };
}
