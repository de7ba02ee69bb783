import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { append, BASE, bytesOf, makePdf, makeSigner, NOW, sign } from './build-pdf.ts';

const verify = (bytes: Bytes) => verifyFile(bytes, { time: NOW });

describe('files without a verdict on signatures', () => {
  it('says that an unsigned file is unsigned', async () => {
    expect(await verify(makePdf())).toMatchObject({
      format: 'pdf',
      verdict: 'unsigned',
      problems: ['file-no-signature'],
      signatures: [],
    });
  });

  it('says the same of a file without any form', async () => {
    const plain = makePdf({ ...BASE, 1: '<< /Type /Catalog /Pages 2 0 R >>' });
    expect((await verify(plain)).verdict).toBe('unsigned');
  });

  it.each([
    ['an empty file', new Uint8Array(0), 'file-empty'],
    ['a text', bytesOf('hello'), 'file-not-recognized'],
    ['a picture', bytesOf('\x89PNG\r\n\x1a\n'), 'file-not-recognized'],
    ['a header alone', bytesOf('%PDF-1.7\n'), 'file-broken'],
    ['a header and rubbish', bytesOf(`%PDF-1.7\n${'x'.repeat(5000)}`), 'file-broken'],
  ] as const)('answers for %s', async (_what, bytes, problem) => {
    const result = await verify(bytes as Bytes);
    expect(result.verdict).toBe('error');
    expect(result.problems).toContain(problem);
    expect(result.signatures).toEqual([]);
  });

  it('says that an encrypted file cannot be read', async () => {
    const encrypt =
      '/Encrypt << /Filter /Standard /V 1 /R 2 /O <0000000000000000000000000000000000000000000000000000000000000000> /U <0000000000000000000000000000000000000000000000000000000000000000> /P -4 >> /ID [<00> <00>]';
    const result = await verify(makePdf(BASE, encrypt));
    expect(result.verdict).toBe('error');
    expect(result.problems).toContain('file-encrypted');
  });

  it('refuses a change of the encryption after signing', async () => {
    const alice = await makeSigner('Alice');
    const signed = await sign(makePdf(), alice);
    const result = await verify(
      append(signed, { 40: '(x)' }, { trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 >>' }),
    );
    expect(result.verdict).not.toBe('valid');
    expect(result.verdict).not.toBe('indeterminate');
  });

  it('reports junk before the header, and still verifies', async () => {
    const alice = await makeSigner('Alice');
    const signed = await sign(makePdf(), alice);
    const result = await verify(concatBytes(bytesOf('junk\n'), signed));
    // The signed ranges begin with the file: they no longer do.
    expect(result.verdict).not.toBe('valid');
    for (const signature of result.signatures) expect(signature.verdict).toBe('invalid');
  });
});
