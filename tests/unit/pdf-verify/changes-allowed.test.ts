import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import { answerTimestampRequest } from '#core/pki/tsp/answer-timestamp-request.ts';
import {
  append,
  BASE,
  bytesOf,
  makePdf,
  makeSigner,
  NOW,
  type Objects,
  sign,
  stream,
  type TestSigner,
} from './build-pdf.ts';
import {
  alice,
  bob,
  certify,
  expectAllowed,
  expectRefused,
  first,
  signed,
  verify,
  XMP,
} from './signed-and-changed.ts';

describe('changes that a rule allows', () => {
  it('a second signature in a field that was there', async () => {
    const twice = await sign(signed, bob, { num: 21, field: 10 });
    await expectAllowed(twice, 'signature-added');
    const result = await verify(twice);
    expect(result.verdict).toBe('valid');
    expect(result.signatures.map((s) => [s.name, s.signer, s.coversWholeFile])).toEqual([
      ['Sig1', 'Alice', false],
      ['Sig2', 'Bob', true],
    ]);
  });

  it('a second signature in a new field on the page', async () => {
    const page = BASE[3]!.replace('12 0 R]', '12 0 R 22 0 R]');
    const field = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (New) /Rect [300 500 400 560] /P 3 0 R >>';
    const twice = await sign(signed, bob, {
      num: 21,
      field: 22,
      fieldBody: field,
      objects: { 3: page, 5: BASE[5]!.replace('10 0 R]', '10 0 R 22 0 R]') },
    });
    await expectAllowed(twice, 'signature-field-added');
  });

  it('an empty text field filled in', async () => {
    const base: Objects = {
      ...BASE,
      3: BASE[3]!.replace('12 0 R]', '12 0 R 11 0 R]'),
      5: BASE[5]!.replace('10 0 R]', '10 0 R 11 0 R]'),
    };
    const bytes = await sign(makePdf(base), alice);
    const look = stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 200 20]',
      '/Tx BMC BT /Helv 12 Tf (Yes) Tj ET EMC',
    );
    await expectAllowed(
      append(bytes, { 11: BASE[11]!.replace(/>>$/, '/V (Yes) /AP << /N 30 0 R >> >>'), 30: look }),
      'field-filled',
    );
  });

  it('a field redrawn with its value as text, reported as its other drawing may mislead', async () => {
    const look = stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 200 20]',
      '/Tx BMC BT 3 Tr /Helv 12 Tf (Alice) Tj ET 0 0 50 10 re f EMC',
    );
    await expectAllowed(append(signed, { 9: look }), 'field-filled');
    // Written again as it was, nothing is.
    expect((await first(append(signed, { 9: BASE[9]! }))).detail.changes).toEqual([]);
  });

  it('a filled field filled again, with its appearance overwritten in place', async () => {
    const look = BASE[9]!.replace('Alice', 'Carol');
    await expectAllowed(append(signed, { 8: BASE[8]!.replace('Mallory', 'Carol'), 9: look }), 'field-filled');
  });

  it('validation data in a document security store', async () => {
    const catalog = '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /DSS 30 0 R >>';
    await expectAllowed(
      append(signed, { 1: catalog, 30: '<< /Certs [31 0 R] >>', 31: stream('', 'abc') }),
      'validation-data',
    );
  });

  it('a document time stamp, under a certification against all changes too', async () => {
    const root = await makeSigner('TSA root', 'root-ca');
    const authority = await makeSigner('TSA', 'tsa', root);
    const { requestToken } = await timestamping(authority);
    const options = {
      num: 21,
      field: 22,
      fieldBody: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Stamp) /Rect [0 0 0 0] /P 3 0 R >>',
      objects: { 5: BASE[5]!.replace('10 0 R]', '10 0 R 22 0 R]') },
      type: 'DocTimeStamp',
      subFilter: 'ETSI.RFC3161',
      contents: requestToken,
    };
    const bytes = await sign(await certify(1), alice, options);
    await expectAllowed(bytes, 'document-timestamp');
    const result = await verify(bytes);
    expect(result.documentTimestamps).toHaveLength(1);
    expect(result.documentTimestamps[0]).toMatchObject({
      name: 'Stamp',
      integrity: true,
      coversWholeFile: true,
    });
    expect(result.signatures).toHaveLength(1);
  });

  it('new metadata and document information', async () => {
    const base = makePdf(
      {
        ...BASE,
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /Metadata 15 0 R >>',
        15: XMP('a'),
        16: '<< /Title (a) >>',
      },
      '/Info 16 0 R',
    );
    const bytes = await sign(base, alice, {
      objects: { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /Metadata 15 0 R >>' },
      append: { trailer: '/Info 16 0 R' },
    });
    await expectAllowed(
      append(bytes, { 15: XMP('b'), 16: '<< /Title (b) >>' }, { trailer: '/Info 16 0 R' }),
      'metadata',
    );
  });

  it('a comment on a document certified with permission for annotations, and not otherwise', async () => {
    const page = BASE[3]!.replace('12 0 R]', '12 0 R 30 0 R]');
    const note = '<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (looks good) /P 3 0 R >>';
    await expectAllowed(append(await certify(3), { 3: page, 30: note }), 'annotation-added');
    await expectRefused(
      append(await certify(2), { 3: page, 30: note }),
      'changes-after-certification',
      'annotation-added',
    );
    await expectRefused(append(signed, { 3: page, 30: note }), 'change-annotation', 'annotation-added');
  });

  it('objects that nothing uses, and objects written again word for word', async () => {
    await expectAllowed(append(signed, { 40: '(orphan)', 4: BASE[4]! }), 'unused-object');
  });

  it('no change: white space after the end', async () => {
    const signature = await first(concatBytes(signed, bytesOf('\n\n')));
    expect(signature).toMatchObject({ integrity: true, coversWholeFile: false, laterChanges: 'none' });
  });
});

/** A time stamp authority that answers in place. */
async function timestamping(authority: TestSigner) {
  const { buildTimestampRequest } = await import('#core/pki/tsp/timestamp-request.ts');
  const { parseTimestampResponse } = await import('#core/pki/tsp/parse-timestamp.ts');
  const requestToken = async (digest: Bytes): Promise<Bytes> => {
    const request = buildTimestampRequest({ digest, digestAlgorithm: 'SHA-256' });
    const answer = await answerTimestampRequest(request, {
      signer: authority.signer,
      time: NOW,
      serialHex: '1234',
      policy: '1.2.3.4',
    });
    return parseTimestampResponse(answer).token!;
  };
  return { requestToken };
}
