import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { completeContract, faultsOf, pagesInTurn, saidByPdfsig } from './complete-contract.ts';
import { changedEntries } from './rewritten-entries.ts';
import { wildPdf } from './wild-pdf.ts';

const VALID = ['Signature is Valid.', 'Signature is Valid.'];

/**
 * What is wrong with the contract made of the file, sealed on each page in turn: by our verifier, by pdfsig (on one of
 * the pages, since it is slow), and by the texts of what was written again.
 */
async function faultsOnEachPage(file: Bytes): Promise<string[]> {
  const pages = (await documentFacts(file, 'PDF')).length;
  const known = openPdfBytes(file).revisions.length;
  const faults: string[] = [];
  const turns = pagesInTurn(pages);
  for (const page of turns) {
    const { file: done, names } = await completeContract(file, page);
    const found = [...(await faultsOf(done, names)), ...changedEntries(done, known)];
    if (page === turns.at(-1)) {
      const said = saidByPdfsig(done, names);
      if (said.join() !== VALID.join()) found.push(`pdfsig: ${said.join(', ')}`);
    }
    faults.push(...found.map((fault) => `page ${page + 1}: ${fault}`));
  }
  return faults;
}

describe('a file as programs of all kinds write it', () => {
  for (let first = 1; first <= 100; first += 10) {
    it(`keeps the text not meant to change, and each signature is valid (seeds ${first} to ${first + 9})`, async () => {
      for (let seed = first; seed < first + 10; seed++) {
        const { bytes, form } = wildPdf(seed);
        expect(await faultsOnEachPage(bytes), `seed ${seed}, ${form}`).toEqual([]);
      }
    }, 60_000);
  }
});

const corpus = process.env.CORPUS_DIR ?? '../shared/corpus';
const files = ['pdf', 'field'].flatMap((folder) => {
  const path = join(corpus, folder);
  return existsSync(path)
    ? readdirSync(path).flatMap((name) => (name.endsWith('.pdf') ? [join(path, name)] : []))
    : [];
});

/** Files that intake refuses, by name, and why. */
const REFUSED: Record<string, string> = {
  'EmptyPage-corrupted.pdf': 'DOCUMENT_BROKEN',
  'protected_edition_protected_none.pdf': 'DOCUMENT_ENCRYPTED',
  'protected_edition_protected_signing_allowed_with_field.pdf': 'DOCUMENT_ENCRYPTED',
  'protected_edition_protected_signing_allowed_with_field_signed.pdf': 'DOCUMENT_ENCRYPTED',
  'protected_open_protected.pdf': 'DOCUMENT_ENCRYPTED',
  'protected_protected_two_empty_fields.pdf': 'DOCUMENT_ENCRYPTED',
  'validation_AD-RB.pdf': 'DOCUMENT_CERTIFIED_NO_CHANGES',
  'validation_dss-1376_DSS1376-rev_n-4.pdf': 'DOCUMENT_CERTIFIED',
  'validation_dss-1376_DSS1376-rev_n-5.pdf': 'DOCUMENT_CERTIFIED',
  'validation_dss-1376_DSS1376-rev_n.pdf': 'DOCUMENT_CERTIFIED',
  'validation_malformed-pades.pdf': 'DOCUMENT_NOT_PDF',
  'validation_pades-5-signatures-and-1-document-timestamp.pdf': 'DOCUMENT_BROKEN',
  'validation_pades-enveloping-other-pdf.pdf': 'DOCUMENT_CERTIFIED',
  'validation_pades_infinite_loop.pdf': 'DOCUMENT_BROKEN',
  'validation_pades_opposite_infinite_loop.pdf': 'DOCUMENT_BROKEN',
  'validation_pdf-eof.pdf': 'DOCUMENT_CERTIFIED',
  'validation_pdf-signed-corrupted.pdf': 'DOCUMENT_BROKEN',
  // Its count of pages is too small, so that readers show other pages.
  'count-wrong.pdf': 'DOCUMENT_PAGES',
};

if (files.length === 0) {
  it('foreign files are not here: set CORPUS_DIR to complete contracts of them', () => {
    expect(files).toEqual([]);
  });
} else {
  it('a foreign file is refused with a reason, or each signature is valid on every page', async () => {
    const outcomes: Record<string, string[] | string> = {};
    for (const path of files) {
      const file: Bytes = new Uint8Array(readFileSync(path));
      const name = path.slice(path.lastIndexOf('/') + 1);
      try {
        const faults = await faultsOnEachPage(file);
        if (faults.length > 0) outcomes[name] = faults;
      } catch (error) {
        if (!isAppError(error)) throw error;
        outcomes[name] = error.name;
      }
    }
    expect(outcomes).toEqual(REFUSED);
  }, 120_000);
}
