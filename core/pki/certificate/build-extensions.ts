import { type Bytes, fromHex } from '#core/bytes.ts';
import {
  boolean,
  context,
  contextPrimitive,
  derNull,
  ia5String,
  integer,
  namedBits,
  octetString,
  oid,
  sequence,
} from '../der/write-der.ts';
import { OID } from '../oids.ts';
import { KEY_USAGES, type KeyUsage } from './certificate.ts';
import { buildGeneralName, type GeneralNameInput } from './general-name.ts';

/** DER of one Extension. */
export function buildExtension(id: string, value: Bytes, critical = false): Bytes {
  return critical
    ? sequence(oid(id), boolean(true), octetString(value))
    : sequence(oid(id), octetString(value));
}

/** RFC 5280, clause 4.2.1.9; critical. `pathLength` is ignored unless `ca`. */
export function basicConstraintsExtension(ca: boolean, pathLength?: number): Bytes {
  const parts = ca ? [boolean(true), ...(pathLength === undefined ? [] : [integer(pathLength)])] : [];
  return buildExtension(OID.basicConstraints, sequence(...parts), true);
}

/** RFC 5280, clause 4.2.1.3; critical. Usages in any order. */
export function keyUsageExtension(usages: readonly KeyUsage[]): Bytes {
  return buildExtension(OID.keyUsage, namedBits(usages.map((u) => KEY_USAGES.indexOf(u))), true);
}

/** RFC 5280, clause 4.2.1.12. `purposes` are OIDs; for time stamps it must be critical (RFC 3161, clause 2.3). */
export function extKeyUsageExtension(purposes: readonly string[], critical = false): Bytes {
  return buildExtension(OID.extKeyUsage, sequence(...purposes.map(oid)), critical);
}

/** RFC 5280, clause 4.2.1.2. `id` is the raw identifier, not DER. */
export const subjectKeyIdentifierExtension = (id: Bytes): Bytes =>
  buildExtension(OID.subjectKeyIdentifier, octetString(id));

/** RFC 5280, clause 4.2.1.1: by the issuer's subject key identifier alone. */
export const authorityKeyIdentifierExtension = (id: Bytes): Bytes =>
  buildExtension(OID.authorityKeyIdentifier, sequence(contextPrimitive(0, id)));

/** RFC 5280, clause 4.2.1.6; not critical, so only for certificates with a non-empty subject. */
export const subjectAltNameExtension = (names: readonly GeneralNameInput[]): Bytes =>
  buildExtension(OID.subjectAltName, sequence(...names.map(buildGeneralName)));

/** Policies by OID, each with an optional address of its practice statement. */
export function certificatePoliciesExtension(policies: readonly { oid: string; cps?: string }[]): Bytes {
  const encoded = policies.map((p) =>
    p.cps
      ? sequence(oid(p.oid), sequence(sequence(oid('1.3.6.1.5.5.7.2.1'), ia5String(p.cps))))
      : sequence(oid(p.oid)),
  );
  return buildExtension(OID.certificatePolicies, sequence(...encoded));
}

/** One distribution point per address. */
export function crlDistributionPointsExtension(urls: readonly string[]): Bytes {
  const points = urls.map((value) =>
    sequence(context(0, context(0, buildGeneralName({ kind: 'uri', value })))),
  );
  return buildExtension(OID.crlDistributionPoints, sequence(...points));
}

/** RFC 5280, clause 4.2.2.1. All are URIs; at least one is needed, as the standard forbids an empty list. */
export function authorityInfoAccessExtension(access: {
  ocsp?: readonly string[];
  caIssuers?: readonly string[];
}): Bytes {
  const entry = (method: string) => (value: string) =>
    sequence(oid(method), buildGeneralName({ kind: 'uri', value }));
  return buildExtension(
    OID.authorityInfoAccess,
    sequence(
      ...(access.ocsp ?? []).map(entry(OID.ocsp)),
      ...(access.caIssuers ?? []).map(entry(OID.caIssuers)),
    ),
  );
}

/** RFC 6960, clause 4.2.2.2.1: exempts a responder's certificate from revocation checks. */
export const ocspNoCheckExtension = (): Bytes => buildExtension(OID.ocspNoCheck, derNull());

/** Contents of the INTEGER of a serial number in hex. */
export const serialInteger = (serialHex: string): Bytes =>
  serialHex.startsWith('-') ? integer(-BigInt(`0x${serialHex.slice(1)}`)) : integer(fromHex(serialHex));
