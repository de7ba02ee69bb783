import { type Bytes, concatBytes } from '#core/bytes.ts';
import type { SealAppearance } from '#core/pdf/draw/appearance.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { addValidationData } from '#core/pdf/sign/add-validation-data.ts';
import { fieldsToSign } from '#core/pdf/sign/fields-to-sign.ts';
import { type DigestTimestampSource, timestampDocument } from '#core/pdf/sign/timestamp-document.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import { answerTimestampRequest } from '#core/pki/tsp/answer-timestamp-request.ts';
import { requestTimestampOnDigest } from '#core/pki/tsp/request-timestamp.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { judge } from './documents.ts';
import { testSigner } from './signers.ts';

const TIME = Date.UTC(2026, 0, 1);
let serial = 1;

/** A time stamp authority that answers at once. */
const stamps: DigestTimestampSource = async (digest, algorithm) => {
  const { signer, certificates } = await testSigner('P-256', 'tsa');
  return requestTimestampOnDigest(digest, algorithm, {
    send: (request: Bytes) =>
      answerTimestampRequest(request, {
        signer,
        time: TIME,
        serialHex: (serial++).toString(16).padStart(8, '0'),
        policy: '1.2.3.4.1',
        chain: certificates.slice(1),
      }),
    random: (bytes: Bytes) => crypto.getRandomValues(bytes),
  });
};

/** Where the two parties seal: on a page of any size their boxes are moved onto it. */
const BOXES = [10, 40].map((y) => ({ x: 10, y, width: 25, height: 25 }));
const PARTIES = ['Signer1', 'Signer2'];
/** A frame: where nothing may show through (PDF/A-1), the text below it stays readable. */
const SEAL: SealAppearance = {
  kind: 'drawing',
  drawing: {
    widthMm: 25,
    heightMm: 25,
    items: [
      {
        path: [['M', 1, 1], ['L', 24, 1], ['L', 24, 24], ['L', 1, 24], ['Z']],
        stroke: '#e60012',
        strokeWidthMm: 1,
      },
    ],
  },
};

/**
 * A contract as the product makes it: taken in, prepared with a place for each of two parties on `page` (from 0), sealed
 * by both, given validation data and the document time stamp. Throws what intake and preparation throw.
 */
export async function completeContract(
  file: Bytes,
  page: number,
): Promise<{ prepared: Bytes; file: Bytes; names: string[] }> {
  const { signer, certificates, emptyCrl } = await testSigner('P-256');
  await documentFacts(file, 'PDF');
  const { append, fields } = await preparePdf(file, {
    signatureFields: PARTIES.map((name, i) => ({
      name,
      places: [{ kind: 'pages' as const, pages: { from: page, to: page }, box: BOXES[i]! }],
    })),
  });
  const prepared = concatBytes(file, append);
  let out = prepared;
  const names = fields.map(({ name }) => name);
  for (const party of names)
    for (const field of await fieldsToSign(out, party))
      out = await signPdf(out, { field, appearance: SEAL, signer, certificates, signingTime: TIME });
  const material = { certificates, crls: [await emptyCrl()] };
  out = concatBytes(out, (await addValidationData(out, material)).append);
  out = concatBytes(out, (await timestampDocument(out, stamps)).append);
  return { prepared, file: out, names };
}

/** What our verifier has against a signature or a time stamp: nothing for a file that is as it should be. */
export async function faultsOf(file: Bytes, names: readonly string[] = PARTIES): Promise<string[]> {
  const [person, tsa] = [await testSigner('P-256'), await testSigner('P-256', 'tsa')];
  const verified = await verifyPdf(file, {
    time: TIME + 86_400_000,
    trustAnchors: [person.certificates[1]!, tsa.certificates[1]!],
  });
  const faults: string[] = [];
  const own = verified.signatures.filter(({ name }) => names.includes(name));
  if (own.length !== names.length) faults.push(`signatures: ${own.map(({ name }) => name).join(', ')}`);
  for (const { name, verdict, integrity, laterChanges, problems } of own)
    if (verdict !== 'valid' || !integrity || laterChanges !== 'allowed')
      faults.push(`${name}: ${verdict}, changes ${laterChanges}, ${problems.join(', ')}`);
  const stamp = verified.documentTimestamps.at(-1);
  if (stamp?.verdict !== 'valid')
    faults.push(`time stamp: ${stamp?.verdict ?? 'none'}, ${stamp?.problems.join(', ')}`);
  return faults;
}

/** What pdfsig says of the signatures of both parties. It cannot judge time stamps of the document. */
export function saidByPdfsig(file: Bytes, names: readonly string[] = PARTIES): string[] {
  const { text } = judge('pdfsig', file, '-nocert', 'FILE');
  const parts = text.split(/^(?=Signature #\d+)/m);
  return names.map((name) => {
    const own = parts.find((part) => part.includes(`Signature Field Name: ${name}\n`));
    return /Signature Validation: (.*)/.exec(own ?? '')?.[1] ?? 'not found';
  });
}

/** The pages to seal in turn: each, or of a long file the first, one in the middle and the last. */
export const pagesInTurn = (count: number): number[] =>
  count > 4 ? [0, count >> 1, count - 1] : [...Array(count).keys()];
