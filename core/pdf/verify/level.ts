/** Which PAdES baseline level a signature reaches (ETSI EN 319 142-1, clause 6). */
import type { Bytes } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { crlIssuerFrom, ocspFrom } from '#core/verification/parsed-evidence.ts';
import type { SignatureLevel } from '#core/verification/verdict.ts';
import type { SecurityStore } from './read-security-store.ts';

export interface LevelFacts {
  subFilter: string;
  /** Whether the signed attributes identify the certificate (ESS). */
  namesCertificate: boolean;
  certificate: Certificate | null;
  /** Whether there is an intact time stamp on the signature, or on a document state that contains it. */
  timestamped: boolean;
  /** The store of the whole file, and those covered by intact document time stamps after the signature. */
  store: SecurityStore | null;
  stampedStores: readonly SecurityStore[];
}

/** Levels from `CMS` (no PAdES baseline) up; only revocation data for the signer's certificate is considered. */
export function levelOf(facts: LevelFacts): SignatureLevel {
  if (facts.subFilter !== 'ETSI.CAdES.detached' || !facts.namesCertificate) return 'CMS';
  if (!facts.timestamped) return 'B-B';
  if (!hasRevocationFor(facts.certificate, facts.store)) return 'B-T';
  return facts.stampedStores.some((store) => hasRevocationFor(facts.certificate, store)) ? 'B-LTA' : 'B-LT';
}

/** Whether the store has revocation data for this certificate; for a self-issued one any certificate in it suffices. */
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
