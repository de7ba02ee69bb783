import { OID } from '../oids.ts';
import type { KeyUsage } from './certificate.ts';

/** Purpose of a certificate; determines basic constraints, key usage and extended key usage. */
export type ProfileName = 'root-ca' | 'issuing-ca' | 'person' | 'enterprise-seal' | 'tsa' | 'ocsp-responder';

export type Profile = {
  readonly ca: boolean;
  /** Maximum number of CA certificates below this one (RFC 5280, clause 4.2.1.9); unlimited by default. */
  readonly pathLength?: number;
  readonly keyUsage: readonly KeyUsage[];
  readonly extKeyUsage?: readonly string[];
  readonly extKeyUsageCritical?: boolean;
  readonly ocspNoCheck?: boolean;
};

/**
 * The profiles. Signers have nonRepudiation and document signing (RFC 9336); a time stamp authority's purpose is
 * critical and exclusive (RFC 3161, clause 2.3); a responder's certificate is short-lived and exempt from revocation
 * checks (RFC 6960, 4.2.2.2.1).
 */
export const PROFILES: Record<ProfileName, Profile> = {
  'root-ca': { ca: true, keyUsage: ['keyCertSign', 'cRLSign'] },
  'issuing-ca': { ca: true, pathLength: 0, keyUsage: ['keyCertSign', 'cRLSign'] },
  person: {
    ca: false,
    keyUsage: ['digitalSignature', 'nonRepudiation'],
    extKeyUsage: [OID.documentSigning, OID.emailProtection],
  },
  'enterprise-seal': {
    ca: false,
    keyUsage: ['digitalSignature', 'nonRepudiation'],
    extKeyUsage: [OID.documentSigning],
  },
  tsa: {
    ca: false,
    keyUsage: ['digitalSignature'],
    extKeyUsage: [OID.timeStamping],
    extKeyUsageCritical: true,
  },
  'ocsp-responder': {
    ca: false,
    keyUsage: ['digitalSignature'],
    extKeyUsage: [OID.ocspSigning],
    ocspNoCheck: true,
  },
};
