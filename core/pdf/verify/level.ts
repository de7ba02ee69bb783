/** Which PAdES baseline level a signature reaches (ETSI EN 319 142-1, clause 6). */
import type { Bytes } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { crlIssuerFrom, ocspFrom } from '#core/verification/parsed-evidence.ts';
import type { SignatureLevel } from '#core/verification/verdict.ts';
import type { SecurityStore } from './read-security-store.ts';

export interface LevelFacts {
  subFilter: string;
  /** The signed attributes name the certificate (ESS). */
  namesCertificate: boolean;
  certificate: Certificate | null;
  /** An intact time stamp on the signature, or on a state of the document that holds it. */
  timestamped: boolean;
  /** The store as the whole file has it, and as intact document time stamps after the signature cover it. */
  store: SecurityStore | null;
  stampedStores: readonly SecurityStore[];
}

/** From `CMS` (no PAdES baseline at all) up; the revocation looked for is that of the signer's certificate. */
export function levelOf(facts: LevelFacts): SignatureLevel {
  if (facts.subFilter !== 'ETSI.CAdES.detached' || !facts.namesCertificate) return 'CMS';
  if (!facts.timestamped) return 'B-B';
  if (!hasRevocationFor(facts.certificate, facts.store)) return 'B-T';
  return facts.stampedStores.some((store) => hasRevocationFor(facts.certificate, store)) ? 'B-LTA' : 'B-LT';
}

/** Whether the store tells of this certificate's revocation; a self-signed one has nobody to revoke it. */
function hasRevocationFor(certificate: Certificate | null, store: SecurityStore | null): boolean {
  if (!certificate || !store) return false;
  if (certificate.selfIssued) return store.certificates().length > 0;
  return (
    store.ocsps().some((der) => names(der, certificate)) ||
    store.crls().some((der) => crlIssuerFrom(der) === certificate.issuer.key)
  );
}

const names = (der: Bytes, certificate: Certificate): boolean =>
  (ocspFrom(der)?.basic?.responses ?? []).some(
    (response) => response.certId.serialHex === certificate.serialHex,
  );
