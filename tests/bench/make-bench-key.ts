import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bytes } from '#core/bytes.ts';
import { issueCertificate } from '#core/pki/certificate/issue-certificate.ts';
import { generateKeyPair } from '#core/pki/key/generate-key-pair.ts';
import { webCryptoSigner } from '#core/pki/key/signer.ts';
import { pem } from '#tests/unit/pdf/judges.ts';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/** A key with a certificate, and both as PKCS#12 for peers that want that. */
export async function makeBenchKey(): Promise<{ key: CryptoKey; certificate: Bytes; p12: Buffer }> {
  const pair = await generateKeyPair('RSA-2048');
  const key = await crypto.subtle.importKey('pkcs8', pair.pkcs8, RSA, false, ['sign']);
  const { der } = await issueCertificate(
    {
      profile: 'person',
      subject: [['CN', 'Measured']],
      publicKey: pair.spki,
      serialHex: '01',
      notBefore: Date.UTC(2024, 0, 1),
      notAfter: Date.UTC(2044, 0, 1),
    },
    webCryptoSigner(key),
  );
  const folder = mkdtempSync(join(tmpdir(), 'pdf-sign-'));
  try {
    const path = (file: string) => join(folder, file);
    writeFileSync(path('key'), pem(pair.pkcs8, 'PRIVATE KEY'));
    writeFileSync(path('certificate'), pem(der));
    const old = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];
    const files = ['-inkey', path('key'), '-in', path('certificate'), '-out', path('p12')];
    execFileSync('openssl', ['pkcs12', '-export', ...files, ...old, '-passout', 'pass:'], { stdio: 'pipe' });
    return { key, certificate: der, p12: readFileSync(path('p12')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
