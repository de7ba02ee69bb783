import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { appendIncrement } from '#core/pdf/sign/finish-signature.ts';
import { normalizePdf } from '#tests/fixtures/normalize-pdf.ts';
import { type SignPdfRequest, signPdf } from '#tests/fixtures/sign-pdf.ts';
import { judge, makePdf, pdfsig, squareSeal, throughQpdf } from './documents.ts';
import { testSigner } from './signers.ts';

const box = { x: 20, y: 20, width: 42, height: 42 };

async function sign(file: Bytes, field: string, more: Partial<SignPdfRequest> = {}): Promise<Bytes> {
  const { signer } = await testSigner('P-256');
  return signPdf(file, { field, newField: 'invisible', signer, ...more });
}

async function withFields(...names: string[]): Promise<Bytes> {
  const file = await makePdf();
  const signatureFields = names.map((name) => ({ name, places: [{ kind: 'at' as const, page: 0, box }] }));
  const prepared = await preparePdf(file, { signatureFields });
  return appendIncrement(file, prepared, prepared.append);
}

describe('what the rules in a file allow', () => {
  it('nothing is signed after a certification that allows no change', async () => {
    const certified = await sign(await makePdf(), 'Author', { certify: 1 });
    expect(pdfsig(certified)).toEqual(['Signature is Valid.']);
    await expect(sign(certified, 'Other')).rejects.toThrow('DOCUMENT_CERTIFIED_NO_CHANGES');
    await expect(preparePdf(certified, { signatureFields: [{ name: 'F', places: [] }] })).rejects.toThrow(
      'DOCUMENT_CERTIFIED_NO_CHANGES',
    );
  });

  it('a certification that allows signing is followed by signatures', async () => {
    for (const certify of [2, 3] as const) {
      const certified = await sign(await withFields('Author', 'Other'), 'Author', {
        certify,
        newField: undefined,
      });
      expect(judge('qpdf', certified, '--json=2', 'FILE').text).toMatch(new RegExp(`"/P": ${certify}`));
      const both = await sign(certified, 'Other', { newField: undefined });
      expect(pdfsig(both)).toEqual(['Signature is Valid.', 'Signature is Valid.']);
    }
  });

  it('only the first signature can certify', async () => {
    const signed = await sign(await makePdf(), 'First');
    await expect(sign(signed, 'Second', { certify: 2 })).rejects.toThrow('INPUT_INVALID');
  });

  it('a field that a signature has locked is not signed', async () => {
    const file = await withFields('A', 'B', 'C');
    const existing = { newField: undefined };
    const include = await sign(file, 'A', { ...existing, fieldLock: { action: 'Include', fields: ['B'] } });
    await expect(sign(include, 'B', existing)).rejects.toThrow('SIGNATURE_FIELD_LOCKED');
    expect(pdfsig(await sign(include, 'C', existing))).toHaveLength(3);
    const exclude = await sign(file, 'A', { ...existing, fieldLock: { action: 'Exclude', fields: ['B'] } });
    await expect(sign(exclude, 'C', existing)).rejects.toThrow('SIGNATURE_FIELD_LOCKED');
    await sign(exclude, 'B', existing);
    const all = await sign(file, 'A', { ...existing, fieldLock: { action: 'All' } });
    await expect(sign(all, 'New')).rejects.toThrow('SIGNATURE_FIELD_LOCKED');
  });

  it('a lock that was reserved with the field comes into force with its signature', async () => {
    const file = await makePdf();
    const places = [{ kind: 'at' as const, page: 0, box }];
    const prepared = await preparePdf(file, {
      signatureFields: [
        { name: 'A', places, lock: { action: 'Include', fields: ['B'] } },
        { name: 'B', places },
      ],
    });
    const ready = appendIncrement(file, prepared, prepared.append);
    const first = await sign(ready, 'B', { newField: undefined });
    expect(pdfsig(await sign(first, 'A', { newField: undefined }))).toEqual([
      'Signature is Valid.',
      'Signature is Valid.',
    ]);
    const locked = await sign(ready, 'A', { newField: undefined });
    await expect(sign(locked, 'B', { newField: undefined })).rejects.toThrow('SIGNATURE_FIELD_LOCKED');
  });

  it('a field that is missing, signed, or too small for the signature is named', async () => {
    const file = await withFields('A');
    await expect(sign(file, 'Nowhere', { newField: undefined })).rejects.toThrow('SIGNATURE_FIELD_NOT_FOUND');
    const signed = await sign(file, 'A', { newField: undefined });
    await expect(sign(signed, 'A', { newField: undefined })).rejects.toThrow('SIGNATURE_FIELD_SIGNED');
    await expect(sign(file, 'A', { newField: undefined, reservedBytes: 100 })).rejects.toThrow(
      'SIGNATURE_ROOM_TOO_SMALL',
    );
    await expect(sign(file, 'New', { newField: { page: 7, box } })).rejects.toThrow('INPUT_INVALID');
  });

  it('an encrypted file is signed only after decryption, and never when signed already', async () => {
    const options = ['--encrypt', '', 'owner', '256', '--'];
    const encrypted = throughQpdf(await makePdf(), ...options);
    await expect(sign(encrypted, 'A')).rejects.toThrow('DOCUMENT_ENCRYPTED');
    expect(pdfsig(await sign(normalizePdf(encrypted), 'A'))).toEqual(['Signature is Valid.']);
    const both = throughQpdf(await sign(await makePdf(), 'A'), ...options);
    await expect(sign(both, 'B')).rejects.toThrow('DOCUMENT_ENCRYPTED_AND_SIGNED');
    expect(() => normalizePdf(both)).toThrow('DOCUMENT_ENCRYPTED_AND_SIGNED');
  });

  it('a file whose cross-reference is broken is not appended to', async () => {
    const file = await makePdf();
    const text = new TextDecoder('latin1').decode(file).replace(/startxref\n\d+/, 'startxref\n7');
    const broken = Uint8Array.from(text, (c) => c.charCodeAt(0) & 255);
    await expect(sign(broken, 'A')).rejects.toThrow('DOCUMENT_CANNOT_APPEND');
    expect(pdfsig(await sign(normalizePdf(broken), 'A'))).toEqual(['Signature is Valid.']);
  });

  it('pages change before the first signature only', async () => {
    const signed = await sign(await makePdf(), 'A', { newField: { page: 0, box }, appearance: squareSeal() });
    await expect(preparePdf(signed, { footerQr: { text: 'x' } })).rejects.toThrow('DOCUMENT_CANNOT_APPEND');
    const prepared = await preparePdf(signed, { signatureFields: [{ name: 'B', places: [] }] });
    expect(pdfsig(appendIncrement(signed, prepared, prepared.append))[0]).toBe('Signature is Valid.');
  });
});
