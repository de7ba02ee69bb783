import type { Bytes } from '#core/bytes.ts';
import { encodeSignatureAlgorithm } from '../algorithm/algorithm-identifier.ts';
import {
  authorityKeyIdentifierExtension,
  buildExtension,
  serialInteger,
} from '../certificate/build-extensions.ts';
import { type Certificate, REVOCATION_REASONS, type RevocationReason } from '../certificate/certificate.ts';
import { buildGeneralName } from '../certificate/general-name.ts';
import { keyIdentifier } from '../certificate/issue-certificate.ts';
import {
  bitString,
  context,
  derTime,
  generalizedTime,
  integer,
  sequence,
  tlv,
  tlvOf,
} from '../der/write-der.ts';
import type { Signer } from '../key/signer.ts';
import { OID } from '../oids.ts';

export type CrlOrder = {
  readonly issuer: Certificate;
  /** Epoch ms. */
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  readonly number: number | bigint;
  readonly entries: readonly {
    readonly serialHex: string;
    readonly revokedAt: number;
    readonly reason?: RevocationReason;
    readonly invalidityDate?: number;
  }[];
  /** The number of the complete CRL that this delta CRL is based on. */
  readonly deltaBase?: number | bigint;
  /** Addresses of a partial CRL, written as issuing distribution point. */
  readonly distributionPointUrls?: readonly string[];
};

/**
 * Creates a CRL, version 2 (RFC 5280, clause 5), as DER. `signer` is the key of `issuer`.
 *
 * ```ts
 * const crl = await buildCrl(
 *   {
 *     issuer: authority,
 *     thisUpdate: now,
 *     nextUpdate: now + 86_400_000,
 *     number: 7,
 *     entries: [{ serialHex: '0a1b', revokedAt: now, reason: 'keyCompromise' }],
 *   },
 *   authorityKey,
 * );
 * ```
 */
export async function buildCrl(order: CrlOrder, signer: Signer): Promise<Bytes> {
  const algorithm = encodeSignatureAlgorithm(signer.algorithm);
  const entries = order.entries.map(entry);
  const tbs = sequence(
    integer(1),
    algorithm,
    order.issuer.subject.der,
    derTime(order.thisUpdate),
    derTime(order.nextUpdate),
    ...(entries.length ? [tlvOf(0x30, entries)] : []),
    context(0, sequence(...extensions(order))),
  );
  return sequence(tbs, algorithm, bitString(await signer.sign(tbs)));
}

/** "unspecified" is better omitted (clause 5.3.1). */
function entry({ serialHex, revokedAt, reason, invalidityDate }: CrlOrder['entries'][number]): Bytes {
  const list: Bytes[] = [];
  if (reason && reason !== 'unspecified') {
    const code = new Uint8Array([REVOCATION_REASONS.indexOf(reason)]);
    list.push(buildExtension(OID.reasonCode, tlv(0x0a, code)));
  }
  if (invalidityDate !== undefined)
    list.push(buildExtension(OID.invalidityDate, generalizedTime(invalidityDate)));
  return sequence(serialInteger(serialHex), derTime(revokedAt), ...(list.length ? [sequence(...list)] : []));
}

function extensions(order: CrlOrder): Bytes[] {
  const { issuer, deltaBase, distributionPointUrls = [] } = order;
  const keyId = issuer.extensions.subjectKeyIdentifier ?? keyIdentifier(issuer.publicKey.spki);
  const list = [authorityKeyIdentifierExtension(keyId), buildExtension(OID.crlNumber, integer(order.number))];
  if (deltaBase !== undefined) list.push(buildExtension(OID.deltaCrlIndicator, integer(deltaBase), true));
  if (distributionPointUrls.length) {
    const names = distributionPointUrls.map((value) => buildGeneralName({ kind: 'uri', value }));
    list.push(buildExtension(OID.issuingDistributionPoint, sequence(context(0, context(0, ...names))), true));
  }
  return list;
}
