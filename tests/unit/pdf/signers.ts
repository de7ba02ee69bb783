import type { Bytes } from '#core/bytes.ts';
import { issueCertificate } from '#core/pki/certificate/issue-certificate.ts';
import { buildCrl } from '#core/pki/crl/build-crl.ts';
import { generateKeyPair, type KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer, type Signer } from '#core/pki/key/signer.ts';

const NOT_BEFORE = Date.UTC(2024, 0, 1);
const NOT_AFTER = Date.UTC(2044, 0, 1);

export interface TestSigner {
  readonly signer: Signer;
  /** The signer's own certificate, then its issuer's. */
  readonly certificates: readonly Bytes[];
  /** A list of its issuer that revokes nothing. */
  emptyCrl(): Promise<Bytes>;
}

const made = new Map<string, Promise<TestSigner>>();

/** A signer of that kind of key below a root of its own, made once in a run. */
export function testSigner(kind: KeyKind, profile: 'person' | 'tsa' = 'person'): Promise<TestSigner> {
  const key = `${kind} ${profile}`;
  const known = made.get(key) ?? makeSigner(kind, profile);
  made.set(key, known);
  return known;
}

async function makeSigner(kind: KeyKind, profile: 'person' | 'tsa'): Promise<TestSigner> {
  const root = await generateKeyPair(kind === 'SM2' ? 'SM2' : 'P-256');
  const rootSigner = await pkcs8Signer(root.pkcs8);
  const rootCertificate = await issueCertificate(
    {
      profile: 'root-ca',
      subject: [['CN', `Root of ${kind}`]],
      publicKey: root.spki,
      serialHex: '01',
      notBefore: NOT_BEFORE,
      notAfter: NOT_AFTER,
    },
    rootSigner,
  );
  const pair = await generateKeyPair(kind);
  const certificate = await issueCertificate(
    {
      profile,
      subject: [['CN', `Signer with ${kind}`]],
      publicKey: pair.spki,
      serialHex: '02',
      notBefore: NOT_BEFORE,
      notAfter: NOT_AFTER,
      issuer: rootCertificate,
    },
    rootSigner,
  );
  const signer = await pkcs8Signer(pair.pkcs8, { certificate: certificate.der });
  return {
    signer,
    certificates: [certificate.der, rootCertificate.der],
    emptyCrl: () =>
      buildCrl(
        {
          issuer: rootCertificate,
          number: 1,
          thisUpdate: Date.UTC(2025, 11, 31),
          nextUpdate: NOT_AFTER,
          entries: [],
        },
        rootSigner,
      ),
  };
}
