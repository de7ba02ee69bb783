import { expect, it } from 'vitest';
import { concatBytes } from '#core/bytes.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { completeContract, faultsOf } from './complete-contract.ts';
import { makePdf } from './documents.ts';
import { testSigner } from './signers.ts';

const at = (name: string) => ({
  name,
  places: [{ kind: 'at' as const, page: 0, box: { x: 20, y: 20, width: 30, height: 30 } }],
});

it('a finished contract is signed again by other parties, and all its signatures stay valid', async () => {
  const first = await completeContract(await makePdf([{}, {}]), 0);
  expect(first.names).toEqual(['Signer1', 'Signer2']);
  const second = await completeContract(first.file, 1);
  expect(second.names).toEqual(['Signer1_2', 'Signer2_2']);
  expect(await faultsOf(second.file, [...first.names, ...second.names])).toEqual([]);
});

it('a name that a foreign file uses in any way is not used for a field of ours', async () => {
  const { PDFDocument, PDFName, PDFString } = await import('pdf-lib');
  const document = await PDFDocument.create();
  document.addPage();
  const form = document.getForm();
  form.createTextField('Signer1.name'); // Signer1 is its parent
  form.createTextField('Signer2:2'); // a further place of Signer2
  const field = form.createTextField('other').acroField.dict;
  // claims to be a further place of Signer3
  field.set(PDFName.of('SignetField'), PDFString.of('Signer3'));
  const file = new Uint8Array(await document.save());
  const wanted = ['Signer1', 'Signer2', 'Signer3', 'Signer4'];
  const { append, fields } = await preparePdf(file, { signatureFields: wanted.map(at) });
  expect(fields.map(({ planned }) => planned)).toEqual(wanted);
  expect(fields.map(({ name }) => name)).toEqual(['Signer1_2', 'Signer2_2', 'Signer3_2', 'Signer4']);
  const names = listFields(openPdfBytes(concatBytes(file, append))).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it('a signature that locks the field of another name does not keep a file from being signed', async () => {
  const { signer } = await testSigner('P-256');
  const locked = await signPdf(await makePdf(), {
    field: 'Signer1',
    newField: 'invisible',
    signer,
    fieldLock: { action: 'Include', fields: ['Signer1'] },
  });
  expect(await documentFacts(locked, 'PDF')).toHaveLength(1);
  const { fields } = await preparePdf(locked, { signatureFields: [at('Signer1')] });
  expect(fields[0]!.name).toBe('Signer1_2');
});

it('a plan that names two fields alike is an error of the caller', async () => {
  await expect(preparePdf(await makePdf(), { signatureFields: [at('A'), at('A')] })).rejects.toThrow(
    'INPUT_INVALID',
  );
});
