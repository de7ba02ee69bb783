/** Files as people have them that were not tried before: labels of pages, a password of the owner alone. */
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { completeContract, faultsOf } from './complete-contract.ts';
import { makePdf, throughQpdf } from './documents.ts';

it('pages labelled i, ii, 1 are counted from 1, whatever a reader calls them', async () => {
  const document = await PDFDocument.load(await makePdf([{}, {}, {}]));
  const { context, catalog } = document;
  const roman = context.obj({ S: 'r' });
  const decimal = context.obj({ S: 'D', P: PDFString.of('A-') });
  catalog.set(PDFName.of('PageLabels'), context.obj({ Nums: [0, roman, 2, decimal] }));
  const file = new Uint8Array(await document.save());
  expect(await documentFacts(file, 'PDF')).toHaveLength(3);
  const done = await completeContract(file, 2);
  expect(await faultsOf(done.file, done.names)).toEqual([]);
  const { signatures } = await verifyFile(done.file, { time: Date.now(), trustAnchors: [] });
  expect(signatures.map(({ detail }) => detail.pages)).toEqual([[3], [3]]);
});

it('a file that only its owner’s password protects opens for everybody, and is refused', async () => {
  const file = await makePdf([{}]);
  const protectedFile = throughQpdf(file, '--encrypt', '', 'owner', '256', '--modify=none', '--');
  await expect(documentFacts(protectedFile, 'PDF')).rejects.toThrow(new AppError('DOCUMENT_ENCRYPTED'));
});
