import type { Bytes } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import {
  type CertificateOrder,
  issueCertificate,
  newSerial,
} from '#core/pki/certificate/issue-certificate.ts';
import type { ProfileName } from '#core/pki/certificate/profiles.ts';
import { generateKeyPair, type KeyKind, type KeyPair } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer, type Signer } from '#core/pki/key/signer.ts';

export const DAY = 86_400_000;
export const NOW = Date.UTC(2026, 5, 1);
export const random = (bytes: Bytes): Bytes => crypto.getRandomValues(bytes);

export type Holder = { pair: KeyPair; signer: Signer; certificate: Certificate };
export type TestAuthority = {
  root: Holder;
  issuing: Holder;
  /** Issues to a new key of this kind (RSA-PSS signs with the same RSA key). */
  issue(
    profile: ProfileName,
    name: string,
    more?: Partial<CertificateOrder> & { keyKind?: KeyKind },
  ): Promise<Holder>;
};

/** A root and an issuing authority with keys of one kind. */
export async function testAuthority(kind: KeyKind): Promise<TestAuthority> {
  const root = await hold(kind, 'root-ca', `${kind} 测试根`, undefined);
  const issuing = await hold(kind, 'issuing-ca', `${kind} 测试签发`, root);
  return {
    root,
    issuing,
    issue: (profile, name, more = {}) => hold(more.keyKind ?? kind, profile, name, issuing, more),
  };
}

async function hold(
  kind: KeyKind,
  profile: ProfileName,
  name: string,
  issuer: Holder | undefined,
  more: Partial<CertificateOrder> = {},
): Promise<Holder> {
  const pair = await generateKeyPair(kind);
  const own = await pkcs8Signer(pair.pkcs8);
  const certificate = await issueCertificate(
    {
      profile,
      subject: [
        ['C', 'CN'],
        ['O', '签章测试'],
        ['CN', name],
      ],
      publicKey: pair.spki,
      serialHex: newSerial(random),
      notBefore: NOW - 30 * DAY,
      notAfter: NOW + 3650 * DAY,
      issuer: issuer?.certificate,
      ...more,
    },
    issuer?.signer ?? own,
  );
  return { pair, signer: await pkcs8Signer(pair.pkcs8, { certificate: certificate.der }), certificate };
}
