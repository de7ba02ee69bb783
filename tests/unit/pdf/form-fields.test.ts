import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import type { PreparationSpec } from '#core/pdf/prepare/spec.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import { describeVerification } from '#core/verification/describe-verification.ts';
import { toJsonLine, toTable } from '#core/verification/print-verification.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { judge, picture, throughQpdf } from './documents.ts';
import { AMOUNT, oneField, refilled } from './forms.ts';
import { testSigner } from './signers.ts';

const TIME = Date.UTC(2026, 0, 1);
const PARTIES = ['Signer1', 'Signer2'];
const placeOf = (name: string, i: number) => ({
  name,
  places: [{ kind: 'at' as const, page: 0, box: { x: 20 + 50 * i, y: 200, width: 30, height: 30 } }],
});

async function prepared(file: Bytes, spec: PreparationSpec = { formFields: 'flatten' }): Promise<Bytes> {
  const { append } = await preparePdf(file, { signatureFields: PARTIES.map(placeOf), ...spec });
  return concatBytes(file, append);
}

async function signedByBoth(file: Bytes): Promise<Bytes> {
  const { signer, certificates } = await testSigner('P-256');
  let out = file;
  for (const field of PARTIES) out = await signPdf(out, { field, signer, certificates, signingTime: TIME });
  return out;
}

const verified = async (file: Bytes) =>
  verifyPdf(file, { time: TIME + 1000, trustAnchors: [(await testSigner('P-256')).certificates[1]!] });

const openFields = (file: Bytes) =>
  listFields(openPdfBytes(file))
    .filter(({ type }) => type !== 'Sig')
    .map(({ name }) => name);

/** A form as pdf-lib makes it: text, choices, check boxes and nested names, on an upright and on a turned page. */
async function filledForm(): Promise<Bytes> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const form = document.getForm();
  for (const turn of [0, 90]) {
    const page = document.addPage([595, 842]);
    page.node.set(PDFName.of('Rotate'), document.context.obj(turn));
    page.drawText('Contract', { x: 72, y: 700, font });
    const amount = form.createTextField(`deal${turn}.amount`);
    amount.setText('12000');
    amount.addToPage(page, { x: 72, y: 560, width: 228, height: 20, borderWidth: 1 });
    const place = form.createDropdown(`deal${turn}.place`);
    place.addOptions(['Beijing', 'Shanghai']);
    place.select('Shanghai');
    place.addToPage(page, { x: 72, y: 500, width: 200, height: 20 });
    const agreed = form.createCheckBox(`agreed${turn}`);
    agreed.check();
    agreed.addToPage(page, { x: 72, y: 450, width: 15, height: 15 });
    form.createCheckBox(`refused${turn}`).addToPage(page, { x: 102, y: 450, width: 15, height: 15 });
  }
  return new Uint8Array(await document.save({ useObjectStreams: false }));
}

/** Number of colour values of a page that poppler draws otherwise in the two files. */
function differing(a: Bytes, b: Bytes, page: number): number {
  const [one, other] = [picture(a, page), picture(b, page)];
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  return one.rgb.reduce((count, value, i) => count + (Math.abs(value - other.rgb[i]!) > 8 ? 1 : 0), 0);
}

it('fields become content of the pages that looks the same, and nothing is left to fill in', async () => {
  const files = [await filledForm(), throughQpdf(await filledForm(), '--object-streams=generate'), AMOUNT];
  for (const file of files) {
    expect(openFields(file).length).toBeGreaterThan(0);
    const flat = await prepared(file);
    expect(openFields(flat)).toEqual([]);
    for (const page of file === AMOUNT ? [0] : [0, 1]) expect(differing(flat, file, page)).toBe(0);
    expect(judge('qpdf', flat, '--check', 'FILE').code).toBe(0);
    const result = await verified(await signedByBoth(flat));
    expect(result.verdict).toBe('valid');
    expect(result.signatures.map(({ detail }) => detail.lockedFields)).toEqual([null, null]);
  }
});

it('mutool finds the words of flattened fields in the page', async () => {
  const flat = await prepared(await filledForm());
  const { text } = judge('mutool', flat, 'draw', '-F', 'text', 'FILE');
  expect(text).toContain('12000');
  expect(text).toContain('Shanghai');
});

it('a field that stays is locked by each signature: its amount cannot be changed afterwards', async () => {
  const signed = await signedByBoth(await prepared(AMOUNT, { formFields: 'keep' }));
  const before = await verified(signed);
  expect(before.verdict).toBe('valid');
  for (const { detail } of before.signatures)
    expect(detail.lockedFields).toEqual({ action: 'Include', fields: ['amount'] });
  const after = await verified(refilled(signed, 'amount', '99999'));
  expect(after.verdict).toBe('invalid');
  for (const { problems } of after.signatures) expect(problems).toContain('changes-to-locked-field');
});

it.each([
  ['without a picture of its value', oneField('/V(12000)')],
  ['on a layer', oneField('/V(12000)/AP<</N 5 0 R>>/OC<</Type/OCG/Name(L)>>')],
  ['whose picture lacks its fonts', oneField('/V(12000)/AP<</N 7 0 R>>')],
  [
    'that readers draw anew with another value',
    oneField('/V(99999)/AP<</N 5 0 R>>', '/NeedAppearances true'),
  ],
])('a field %s stays and is locked, as drawing it could change the page', async (_, file) => {
  const flat = await prepared(file);
  expect(openFields(flat)).toEqual(['amount']);
  const { signatures } = await verified(await signedByBoth(flat));
  expect(signatures[1]!.detail.lockedFields).toEqual({ action: 'Include', fields: ['amount'] });
});

it('fields of a file that is signed already are locked, and its signature stays valid', async () => {
  const { signer, certificates } = await testSigner('P-256');
  const own = { field: 'Own', newField: 'invisible', signer, certificates, signingTime: TIME } as const;
  const file = await prepared(await signPdf(AMOUNT, own));
  expect(openFields(file)).toEqual(['amount']);
  const signed = await signedByBoth(file);
  const { verdict, signatures } = await verified(signed);
  expect([verdict, signatures.map(({ verdict: one }) => one)]).toEqual([
    'valid',
    ['valid', 'valid', 'valid'],
  ]);
  expect((await verified(refilled(signed, 'amount', '99999'))).verdict).toBe('invalid');
});

it('what was filled in after a signature that allows it is told: field, both values, revision', async () => {
  const { signer, certificates } = await testSigner('P-256');
  const own = { field: 'Own', newField: 'invisible', signer, certificates, signingTime: TIME } as const;
  const result = await verified(refilled(await signPdf(AMOUNT, own), 'amount', '99999'));
  expect(result.verdict).toBe('valid');
  expect(result.signatures[0]!.problems).toContain('fields-filled-later');
  expect(toTable('a.pdf', result)).toMatch(
    /permitted {3}field-filled page 1, field amount, from "12000" to "99999", fields-filled-later, revision 3/,
  );
  expect(JSON.parse(toJsonLine('a.pdf', result)).signatures[0].changes).toContainEqual({
    kind: 'field-filled',
    allowed: true,
    revision: 3,
    page: 1,
    field: 'amount',
    before: '12000',
    after: '99999',
    problem: 'fields-filled-later',
  });
  const report = describeVerification(result, 'zh-CN');
  expect(report.headline).toContain('表单域被填写或改动');
  expect(report.signatures[0]!.changes).toContainEqual({
    text: '表单域“amount”由“12000”改为“99999”',
    where: '第 1 页',
    detail: null,
    allowed: true,
    revision: 3,
    told: true,
  });
});

const path = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'field/form-amount.pdf');
it('the amount of a foreign form is content once it is sent, and poppler shows it as before', async () => {
  if (!existsSync(path)) return;
  const file = new Uint8Array(readFileSync(path));
  const flat = await prepared(file);
  expect(openFields(flat)).toEqual([]);
  expect(differing(flat, file, 0)).toBe(0);
});
