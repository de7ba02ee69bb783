import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { normalizePdf } from '#tests/fixtures/normalize-pdf.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { judge, pdfsig, squareSeal } from './documents.ts';
import { testSigner } from './signers.ts';

const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'pdf');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pdf')) : [];
const read = (name: string): Bytes => new Uint8Array(readFileSync(join(folder, name)));

/** Of the many pictures of one seal turned in every way, some are enough. */
const different = files.filter((name, i) => !name.startsWith('visualSignature') || i % 6 === 0);

/** Files that nothing may be appended to, and why. */
const REFUSED: Record<string, string> = {
  'EmptyPage-corrupted.pdf': 'DOCUMENT_BROKEN',
  'protected_edition_protected_signing_allowed_with_field_signed.pdf': 'DOCUMENT_ENCRYPTED_AND_SIGNED',
  'protected_open_protected.pdf': 'DOCUMENT_ENCRYPTED',
  'protected_protected_two_empty_fields.pdf': 'DOCUMENT_ENCRYPTED',
  'validation_AD-RB.pdf': 'SIGNATURE_FIELD_LOCKED',
  // Certified by somebody: a place that is added would break what they vouch for.
  'validation_dss-1376_DSS1376-rev_n-4.pdf': 'DOCUMENT_CERTIFIED',
  'validation_dss-1376_DSS1376-rev_n-5.pdf': 'DOCUMENT_CERTIFIED',
  'validation_dss-1376_DSS1376-rev_n.pdf': 'DOCUMENT_CERTIFIED',
  'validation_malformed-pades.pdf': 'DOCUMENT_NOT_PDF',
  'validation_pades-enveloping-other-pdf.pdf': 'DOCUMENT_CERTIFIED',
  'validation_pades-5-signatures-and-1-document-timestamp.pdf': 'DOCUMENT_CANNOT_APPEND',
  'validation_pades_infinite_loop.pdf': 'DOCUMENT_CANNOT_APPEND',
  // Certified too, so its byte range, which reaches beyond the end of the file, gets nothing appended into it.
  'validation_pdf-eof.pdf': 'DOCUMENT_CERTIFIED',
  'validation_pdf-signed-corrupted.pdf': 'DOCUMENT_CANNOT_APPEND',
};

if (files.length === 0) {
  it('foreign files are not here: set CORPUS_DIR to try the engine on them', () => {
    expect(files).toEqual([]);
  });
} else {
  describe('foreign files', tryForeignFiles);
}

function tryForeignFiles(): void {
  it('have as many pages as qpdf says', () => {
    for (const name of different) {
      const counted = judge('qpdf', read(name), '--show-npages', 'FILE');
      if (counted.code !== 0) continue;
      const document = openPdfBytes(read(name));
      expect(listPages(document).length, name).toBe(Number(counted.text.match(/^\d+/m)![0]));
    }
  }, 120_000);

  it('are signed with all earlier valid signatures still valid, or refused with the reason', async () => {
    const { signer } = await testSigner('RSA-2048');
    const newField = { page: 0, box: { x: 10, y: 10, width: 30, height: 30 } };
    for (const name of different) {
      const original = read(name);
      let outcome: Bytes | string;
      try {
        outcome = await signPdf(normalizePdf(original), {
          field: 'Signet',
          newField,
          appearance: squareSeal(),
          signer,
        });
      } catch (error) {
        if (!isAppError(error)) throw error;
        outcome = error.name;
      }
      if (typeof outcome === 'string' || REFUSED[name]) {
        expect(outcome, name).toBe(REFUSED[name]);
        continue;
      }
      const before = pdfsig(original);
      const after = pdfsig(outcome);
      const left = [...after];
      for (const word of before) {
        const at = left.indexOf(word);
        expect(at, `${name}: ${word}`).toBeGreaterThanOrEqual(0);
        left.splice(at, 1);
      }
      expect(left, name).toEqual(['Signature is Valid.']);
      const faulty = judge('qpdf', outcome, '--check', 'FILE').code !== 0;
      // Faults that the file had before are not ours.
      if (faulty) expect(judge('qpdf', original, '--check', 'FILE').code, name).not.toBe(0);
    }
  }, 300_000);
}
