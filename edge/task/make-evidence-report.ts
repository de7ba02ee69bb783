import { type Bytes, concatBytes } from '#core/bytes.ts';
import { evidenceReport, type ReportFacts } from '#core/evidence/report.ts';
import { beginSignature } from '#core/pdf/sign/begin-signature.ts';
import { appendIncrement, finishSignature } from '#core/pdf/sign/finish-signature.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';
import type { Context } from '#edge/kernel/context.ts';
import { certificateFor } from '#edge/pki/authority.ts';
import { chainOf } from '#edge/pki/chain-of.ts';
import { openSigner } from '#edge/pki/key-store.ts';
import { signatureTimestamps, timestampBytes } from '#edge/pki/tsa.ts';
import { preservePdf } from '#edge/signing/preserve-pdf.ts';
import { typesetFonts } from '#edge/typeset/load-fonts.ts';

/** Subject of the certificate that signs reports, issued by the product's authority. */
const REPORTER = {
  ownerKey: 'CA:EVIDENCE',
  purpose: 'SEAL',
  organization: 'Signet',
  commonName: 'Signet Evidence 签章存证',
} as const;

/** The evidence report as a PDF with a certifying signature of the product (PAdES-B-LTA) that allows no changes. */
export async function makeEvidenceReport(context: Context, facts: ReportFacts): Promise<Bytes> {
  const shelf = typesetFonts(context);
  const lacking = new Set(await shelf.missingIn(JSON.stringify(facts)));
  const document = evidenceReport(facts, (text) =>
    Array.from(text, (character) => (lacking.has(character) ? '□' : character)).join(''),
  );
  const faces = await shelf.facesFor(document);
  const id = crypto.getRandomValues(new Uint8Array(16));
  const file = writePdf(layOut(document, faces), faces.files, { now: context.now, id });
  const row = await certificateFor(context, REPORTER, 'RSA');
  const certificates = await chainOf(context, row);
  const begun = await beginSignature(file, {
    field: 'Evidence',
    newField: 'invisible',
    name: REPORTER.commonName,
    signingTime: context.now,
    certify: 1,
    digestAlgorithm: 'SHA-256',
    reservedBytes: certificates.reduce((sum, one) => sum + one.length, 3_072 + timestampBytes(context)),
  });
  const cms = await signCms({
    digest: begun.digest,
    digestAlgorithm: begun.digestAlgorithm,
    signer: await openSigner(context, row),
    certificates,
    timestamp: signatureTimestamps(context, 'RSA'),
  });
  const signed = appendIncrement(file, begun, finishSignature(begun, cms));
  const lasting = await preservePdf(context, signed);
  return lasting ? concatBytes(signed, lasting) : signed;
}
