import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { beginSignature } from '#core/pdf/sign/begin-signature.ts';
import { appendIncrement, finishSignature } from '#core/pdf/sign/finish-signature.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { inFolder, judge, makePdf, pdfsig, squareSeal, throughQpdf } from './documents.ts';
import { extractSignatures, opensslCms, pem } from './judges.ts';
import { testSigner } from './signers.ts';

const VALID = 'Signature is Valid.';

/** The checks that every signed file must pass. */
function expectGood(file: Bytes, original: Bytes, signatures: number): void {
  expect(file.subarray(0, original.length).every((b, i) => b === original[i])).toBe(true);
  expect(pdfsig(file)).toEqual(Array.from({ length: signatures }, () => VALID));
  const checked = judge('qpdf', file, '--check', 'FILE');
  expect(checked.code, checked.text).toBe(0);
  const said = judge('mutool', file, 'sign', '-v', 'FILE').text;
  expect(
    said.match(/The signature is valid but there have been edits|The document is unchanged since signing/g),
  ).toHaveLength(signatures);
}

describe('signatures', () => {
  for (const kind of ['RSA-2048', 'RSA-3072', 'RSA-4096', 'P-256', 'P-384'] as const) {
    it(`[1.3a] by ${kind} are valid for pdfsig, mutool and OpenSSL`, async () => {
      const original = await makePdf();
      const { signer, certificates } = await testSigner(kind);
      const signed = await signPdf(original, { field: 'Seal', newField: 'invisible', signer, certificates });
      expectGood(signed, original, 1);
      const [signature] = extractSignatures(signed);
      expect(opensslCms(signature!, certificates[1]!)).toBe('good');
      expect(signature!.byteRange[2]! + signature!.byteRange[3]!).toBe(signed.length);
    });
  }

  it('by SM2 with SM3 are valid for OpenSSL', async () => {
    const { signer, certificates } = await testSigner('SM2');
    const signed = await signPdf(await makePdf(), {
      field: 'Seal',
      newField: 'invisible',
      signer,
      certificates,
    });
    const [{ cms, content }] = extractSignatures(signed) as [ReturnType<typeof extractSignatures>[number]];
    const { signers } = parseCms(cms);
    const attributes = signers[0]!.signedAttributesDer!;
    inFolder((folder) => {
      const path = (name: string) => join(folder, name);
      writeFileSync(path('content'), content);
      writeFileSync(path('attributes'), attributes);
      writeFileSync(path('value'), signers[0]!.signature);
      writeFileSync(path('certificate'), pem(certificates[0]!));
      const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
      const digest = run('dgst', '-sm3', '-binary', path('content')).toString('hex');
      expect(Buffer.from(attributes).toString('hex')).toContain(digest);
      const key = run('x509', '-in', path('certificate'), '-pubkey', '-noout');
      writeFileSync(path('key'), key);
      const id = ['-pkeyopt', 'distid:1234567812345678'];
      const verify = ['-verify', '-pubin', '-inkey', path('key'), '-rawin', '-digest', 'sm3', ...id];
      const said = run('pkeyutl', ...verify, '-in', path('attributes'), '-sigfile', path('value'));
      expect(said.toString()).toContain('Signature Verified Successfully');
    });
  });

  for (const form of ['table', 'xref stream', 'linearized'] as const) {
    it(`of five signers in turn all stay valid (${form})`, async () => {
      const plain = await makePdf([{}, { rotate: 90 }, { size: [1000, 700] }]);
      const qpdf = form === 'table' ? [] : form === 'linearized' ? ['--linearize'] : [];
      const original = form === 'table' ? plain : throughQpdf(plain, ...qpdf, '--object-streams=generate');
      let file = original;
      const kinds = ['RSA-2048', 'P-256', 'P-384', 'RSA-3072', 'RSA-2048'] as const;
      for (const [i, kind] of kinds.entries()) {
        const { signer, certificates } = await testSigner(kind);
        const box = { x: 10 + i * 30, y: 20, width: 25, height: 25 };
        const newField = { page: i % 3, box };
        file = await signPdf(file, {
          field: `Signer${i}`,
          newField,
          appearance: squareSeal(),
          signer,
          certificates,
        });
      }
      expectGood(file, original, 5);
      const document = openPdfBytes(file);
      const kind = form === 'table' ? 'table' : 'stream';
      expect(document.revisions.slice(1).map((revision) => revision.form)).toEqual(Array(5).fill(kind));
      // New objects are new: none takes over the number of an older cross-reference stream.
      const highest = document.revisions.map((revision) => Math.max(...revision.written));
      expect(highest).toEqual([...new Set(highest)].sort((a, b) => a - b));
    });
  }

  it('carry reason, place, name and time, in Chinese too', async () => {
    const { signer } = await testSigner('P-256');
    const time = Date.UTC(2025, 5, 1, 8, 30, 0);
    const signed = await signPdf(await makePdf(), {
      field: 'Seal',
      newField: 'invisible',
      signer,
      reason: '同意签署《劳动合同》',
      location: '上海市',
      name: '张三丰',
      contactInfo: 'zhang@example.com',
      signingTime: time,
    });
    const said = Buffer.from(judge('qpdf', signed, '--json=2', 'FILE').text, 'latin1').toString('utf8');
    for (const text of ['u:同意签署《劳动合同》', 'u:上海市', 'u:张三丰', 'u:zhang@example.com'])
      expect(said).toContain(text);
    expect(judge('pdfsig', signed, '-nocert', 'FILE').text).toContain('Jun 01 2025 08:30:00');
    expect(said).toContain('/ETSI.CAdES.detached');
  });

  it('are the same when the file is read in pieces', async () => {
    const file = throughQpdf(
      await makePdf(Array.from({ length: 40 }, () => ({}))),
      '--object-streams=generate',
    );
    const { signer, certificates } = await testSigner('RSA-2048');
    const request = {
      field: 'Seal',
      newField: { page: 30, box: { x: 20, y: 20, width: 42, height: 42 } },
      appearance: squareSeal(),
    };
    const source = { length: file.length, read: async (from: number, to: number) => file.slice(from, to) };
    const [pieces, memory] = [await beginSignature(source, request), await beginSignature(file, request)];
    expect(pieces).toEqual(memory);
    const cms = await signCms({ digest: pieces.digest, digestAlgorithm: 'SHA-256', signer, certificates });
    const signed = appendIncrement(file, pieces, finishSignature(pieces, cms));
    expectGood(signed, file, 1);
  });

  it('are valid in files with junk before the header', async () => {
    const { signer } = await testSigner('P-256');
    for (const file of [await makePdf(), throughQpdf(await makePdf(), '--object-streams=generate')]) {
      const original = concatBytes(utf8('HTTP/1.1 200 OK\r\n\r\n'), file);
      const once = await signPdf(original, { field: 'A', newField: 'invisible', signer });
      const twice = await signPdf(once, { field: 'B', newField: 'invisible', signer });
      expect(pdfsig(twice)).toEqual([VALID, VALID]);
      expect(judge('qpdf', twice, '--check', 'FILE').code).toBe(0);
    }
  });

  it('prepared for a file that has grown since are rejected', async () => {
    const file = await makePdf();
    const { signer } = await testSigner('P-256');
    const begun = await beginSignature(file, { field: 'One', newField: 'invisible' });
    const other = await signPdf(file, { field: 'Two', newField: 'invisible', signer });
    expect(() => appendIncrement(other, begun, begun.append)).toThrow('DOCUMENT_CANNOT_APPEND');
  });

  it('leave what they do not concern untouched', async () => {
    const file = await makePdf([{}, {}]);
    const plan = {
      signatureFields: [
        { name: 'A', places: [{ kind: 'at', page: 0, box: { x: 20, y: 20, width: 42, height: 42 } }] },
      ],
    } as const;
    const prepared = await preparePdf(file, plan);
    const before = appendIncrement(file, prepared, prepared.append);
    const { signer } = await testSigner('P-256');
    const signed = await signPdf(before, { field: 'A', appearance: squareSeal(), signer });
    const document = openPdfBytes(signed);
    const changed = [...document.revisions[2]!.written].filter((num) => document.at(1).entry(num));
    // Only the field itself is written again; the rest is new.
    expect(changed).toHaveLength(1);
    expectGood(signed, before, 1);
  });
});
