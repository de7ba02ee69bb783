/**
 * Signing PDFs in memory, PAdES-B-B with RSA-2048, beside @libpdf/core (B-B as well) and @signpdf/signpdf (which makes
 * no ESS attribute, so less), and beside the bare cost: one SHA-256 of the file and one RSA signature.
 */
import { CryptoKeySigner, PDF } from '@libpdf/core';
import { plainAddPlaceholder } from '@signpdf/placeholder-plain';
import { P12Signer } from '@signpdf/signer-p12';
import { SignPdf } from '@signpdf/signpdf';
import type { Bytes } from '#core/bytes.ts';
import { webCryptoSigner } from '#core/pki/key/signer.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { makeLargePdf, makePdf } from '#tests/unit/pdf/documents.ts';
import { makeBenchKey } from '../make-bench-key.ts';
import { type BenchReport, interleaved, timed } from '../row.ts';

export const name = 'pdf-sign';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

export async function run(report: BenchReport): Promise<void> {
  const { key, certificate, p12 } = await makeBenchKey();
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
    // Several calls a round: one call of a millisecond would measure the scheduler and the garbage of the others.
    const times = await interleaved(
      {
        ours: () => signPdf(file, { field: 'Seal', newField: 'invisible', signer }),
        bare: async () => {
          const digest = await crypto.subtle.digest('SHA-256', file);
          await crypto.subtle.sign(RSA, key, digest);
        },
        libpdf: async () => (await PDF.load(file)).sign({ signer: theirs, fieldName: 'Seal' }),
      },
      large ? { rounds: 9, warmUp: 3 } : { rounds: 15, warmUp: 3, repeat: 20 },
    );
    const slow = await timed(
      () => {
        const entries = { reason: '', contactInfo: '', name: '', location: '' };
        const subFilter = 'ETSI.CAdES.detached';
        const placed = plainAddPlaceholder({ pdfBuffer: Buffer.from(file), ...entries, subFilter });
        return new SignPdf().sign(placed, new P12Signer(p12, { passphrase: '' }));
      },
      { rounds: 5, warmUp: 1 },
    );
    const row = { unit: 'ms', ours: times.ours };
    report({ name: `sign, ${size}`, ...row, peer: '@libpdf/core 0.4.2', theirs: times.libpdf });
    report({ name: `sign, ${size}`, ...row, peer: '@signpdf/signpdf 3.3.0', theirs: slow });
    report({ name: `sign, ${size}`, ...row, peer: 'SHA-256 and RSA alone', theirs: times.bare });
  }
}
