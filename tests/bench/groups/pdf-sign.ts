/**
 * Signing PDFs in memory, PAdES-B-B with RSA-2048, beside @libpdf/core (B-B as well) and @signpdf/signpdf (which makes
 * no ESS attribute, so less), and beside the bare cost: one SHA-256 of the file and one RSA signature.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CryptoKeySigner, PDF } from '@libpdf/core';
import { plainAddPlaceholder } from '@signpdf/placeholder-plain';
import { P12Signer } from '@signpdf/signer-p12';
import { SignPdf } from '@signpdf/signpdf';
import type { Bytes } from '#core/bytes.ts';
import { signPdf } from '#core/pdf/sign/sign-pdf.ts';
import { issueCertificate } from '#core/pki/certificate/issue-certificate.ts';
import { generateKeyPair } from '#core/pki/key/generate-key-pair.ts';
import { webCryptoSigner } from '#core/pki/key/signer.ts';
import { makeLargePdf, makePdf } from '#tests/unit/pdf/documents.ts';
import { pem } from '#tests/unit/pdf/judges.ts';
import { type BenchReport, interleaved } from '../row.ts';

export const name = 'pdf-sign';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

export async function run(report: BenchReport): Promise<void> {
  const { key, certificate, p12 } = await makeKey();
  const signer = webCryptoSigner(key, { certificate });
  const theirs = new CryptoKeySigner(key, certificate, 'RSA', 'RSASSA-PKCS1-v1_5');
  const pages = (count: number) => makePdf(Array.from({ length: count }, () => ({})));
  const files: [string, Bytes][] = [
    ['1 page', await pages(1)],
    ['30 pages', await pages(30)],
    ['300 pages', await pages(300)],
    ['20 MB, 300 pages', await makeLargePdf(20, 300)],
  ];
  for (const [size, file] of files) {
    const large = file.length > 5_000_000;
    const times = await interleaved(
      {
        ours: () => signPdf(file, { field: 'Seal', newField: 'invisible', signer }),
        bare: async () => {
          const digest = await crypto.subtle.digest('SHA-256', file);
          await crypto.subtle.sign(RSA, key, digest);
        },
        libpdf: async () => (await PDF.load(file)).sign({ signer: theirs, fieldName: 'Seal' }),
        signpdf: () => {
          const entries = { reason: '', contactInfo: '', name: '', location: '' };
          const placed = plainAddPlaceholder({
            pdfBuffer: Buffer.from(file),
            ...entries,
            subFilter: 'ETSI.CAdES.detached',
          });
          return new SignPdf().sign(placed, new P12Signer(p12, { passphrase: '' }));
        },
      },
      { rounds: large ? 9 : 21, warmUp: 4 },
    );
    const row = { unit: 'ms', ours: times.ours };
    report({ name: `sign, ${size}`, ...row, peer: '@libpdf/core 0.4.2', theirs: times.libpdf });
    report({ name: `sign, ${size}`, ...row, peer: '@signpdf/signpdf 3.3.0', theirs: times.signpdf });
    report({ name: `sign, ${size}`, ...row, peer: 'SHA-256 and RSA alone', theirs: times.bare });
  }
}

async function makeKey(): Promise<{ key: CryptoKey; certificate: Bytes; p12: Buffer }> {
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
