import { describe, expect, it } from 'vitest';
import { type Bytes, fromHex } from '#core/bytes.ts';
import { isDict, isStream, type PdfDict } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { addValidationData } from '#core/pdf/sign/add-validation-data.ts';
import { appendIncrement } from '#core/pdf/sign/finish-signature.ts';
import { type DigestTimestampSource, timestampDocument } from '#core/pdf/sign/timestamp-document.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { answerTimestampRequest } from '#core/pki/tsp/answer-timestamp-request.ts';
import { requestTimestampOnDigest } from '#core/pki/tsp/request-timestamp.ts';
import { signedFieldNames } from '#tests/fixtures/pdf-fields.ts';
import { requestTimestamp } from '#tests/fixtures/request-timestamp.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { judge, makePdf, pdfsig, squareSeal, throughQpdf } from './documents.ts';
import { extractSignatures, opensslCms, opensslTimestamp } from './judges.ts';
import { testSigner } from './signers.ts';

let serial = 1;

/** A time stamp authority that answers at once. */
async function authority() {
  const { signer, certificates } = await testSigner('RSA-2048', 'tsa');
  const options = {
    send: (request: Bytes) =>
      answerTimestampRequest(request, {
        signer,
        time: Date.UTC(2026, 0, 1),
        serialHex: (serial++).toString(16).padStart(2, '0'),
        policy: '1.2.3.4.1',
        chain: certificates.slice(1),
      }),
    random: (bytes: Bytes) => crypto.getRandomValues(bytes),
  };
  const onDigest: DigestTimestampSource = (digest, algorithm) =>
    requestTimestampOnDigest(digest, algorithm, options);
  return { onData: (data: Bytes) => requestTimestamp(data, options), onDigest, root: certificates[1]! };
}

async function signedWithTimestamp(objectStreams: boolean): Promise<Bytes> {
  const file = await makePdf();
  const { signer, certificates } = await testSigner('RSA-2048');
  const { onData } = await authority();
  const newField = { page: 0, box: { x: 20, y: 20, width: 42, height: 42 } };
  return signPdf(objectStreams ? throughQpdf(file, '--object-streams=generate') : file, {
    field: 'Seal',
    newField,
    appearance: squareSeal(),
    signer,
    certificates,
    timestamp: onData,
  });
}

const dssOf = (file: Bytes) => {
  const document = openPdfBytes(file);
  return { document, dss: document.lookup(document.catalog, 'DSS') as PdfDict };
};

describe('long-term signatures', () => {
  it('PAdES-B-T: the signature carries a time stamp on its value that OpenSSL takes', async () => {
    const file = await signedWithTimestamp(false);
    const { certificates } = await testSigner('RSA-2048');
    const { root } = await authority();
    const [signature] = extractSignatures(file);
    expect(opensslCms(signature!, certificates[1]!)).toBe('good');
    const signer = parseCms(signature!.cms).signers[0]!;
    const token = signer.unsigned.signatureTimestamps[0]!;
    expect(opensslTimestamp(token, signer.signature, root)).toBe('good');
    expect(pdfsig(file)).toEqual(['Signature is Valid.']);
  });

  for (const objectStreams of [false, true]) {
    it(`PAdES-B-LT and B-LTA on a file with ${objectStreams ? 'cross-reference streams' : 'a table'}`, async () => {
      const signed = await signedWithTimestamp(objectStreams);
      const { certificates } = await testSigner('RSA-2048');
      const { onDigest, root } = await authority();
      const crl = await (await testSigner('RSA-2048')).emptyCrl();
      const tsaCrl = await (await testSigner('RSA-2048', 'tsa')).emptyCrl();
      const ocsp = fromHex('30030a0100');
      const material = { certificates: [...certificates, root], crls: [crl, tsaCrl], ocsps: [ocsp] };
      const data = { ...material, signatures: [{ field: 'Seal', ...material }] };
      const added = await addValidationData(signed, data);
      const withData = appendIncrement(signed, added, added.append);
      const { document, dss } = dssOf(withData);
      const lists = ['Certs', 'CRLs', 'OCSPs'].map(
        (key) => document.lookup(dss, key) as { items: { num: number }[] },
      );
      expect(lists.map((list) => list.items.length)).toEqual([3, 2, 1]);
      const stream = document.get(lists[1]!.items[0]!.num);
      expect(isStream(stream) && document.decode(stream)).toEqual(crl);
      const vri = document.lookup(dss, 'VRI');
      expect(isDict(vri) && [...vri.entries.keys()]).toEqual([expect.stringMatching(/^[0-9A-F]{40}$/)]);

      const stamped = await timestampDocument(withData, onDigest);
      const file = appendIncrement(withData, stamped, stamped.append);
      expect(judge('qpdf', file, '--check', 'FILE').code).toBe(0);
      const [, stamp] = extractSignatures(file);
      expect(stamp!.name).toBe('Timestamp1');
      expect(opensslTimestamp(stamp!.cms, stamp!.content, root)).toBe('good');
      expect(pdfsig(file)[0]).toBe('Signature is Valid.');
      const json = judge('qpdf', file, '--json=2', 'FILE').text;
      expect(json).toMatch(/"\/SubFilter": "\/ETSI.RFC3161",\s+"\/Type": "\/DocTimeStamp"/);

      const verified = await verifyPdf(file, {
        time: Date.UTC(2026, 1, 1),
        trustAnchors: [certificates[1]!, root],
      });
      expect(verified.signatures[0]).toMatchObject({ integrity: true, laterChanges: 'allowed' });
      expect(verified.signatures[0]!.level).toBe('B-LTA');

      // What is in the store already is not stored again.
      const again = await addValidationData(file, data);
      expect(again.append.length).toBeLessThan(2000);
      const twice = appendIncrement(file, again, again.append);
      expect(
        (dssOf(twice).document.lookup(dssOf(twice).dss, 'Certs') as { items: unknown[] }).items,
      ).toHaveLength(3);
      expect(await signedFieldNames(twice)).toEqual(['Seal', 'Timestamp1']);
    });
  }

  it('validation data and time stamps may follow a certification that allows no other change', async () => {
    const { signer, certificates } = await testSigner('P-256');
    const { onDigest } = await authority();
    const certified = await signPdf(await makePdf(), {
      field: 'A',
      newField: 'invisible',
      certify: 1,
      signer,
      certificates,
    });
    const added = await addValidationData(certified, { certificates });
    const withData = appendIncrement(certified, added, added.append);
    const stamped = await timestampDocument(withData, onDigest);
    expect(pdfsig(appendIncrement(withData, stamped, stamped.append))[0]).toBe('Signature is Valid.');
  });

  it('material for a signature that is not there is refused', async () => {
    await expect(addValidationData(await makePdf(), { signatures: [{ field: 'Nobody' }] })).rejects.toThrow(
      'SIGNATURE_FIELD_NOT_FOUND',
    );
  });
});
