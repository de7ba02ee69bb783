import { type Bytes, concatBytes, toHex } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { SealAppearance } from '#core/pdf/draw/appearance.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import type { WatermarkSpec } from '#core/pdf/prepare/spec.ts';
import { withAppended } from '#core/pdf/read/source.ts';
import { beginSignature, type PendingPdfSignature } from '#core/pdf/sign/begin-signature.ts';
import { fieldsToSign } from '#core/pdf/sign/fields-to-sign.ts';
import { finishSignature } from '#core/pdf/sign/finish-signature.ts';
import type { PdfDigest } from '#core/pdf/sign/signature-request.ts';
import { verifySignature } from '#core/pki/algorithm/verify-signature.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { assembleCms } from '#core/pki/cms/assemble-cms.ts';
import { buildSignedAttributes } from '#core/pki/cms/build-signed-attributes.ts';
import { OID } from '#core/pki/oids.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { signatureTimestamps, timestampBytes } from '#edge/pki/tsa.ts';
import type { SigningKey } from './choose-key.ts';
import type { DocumentEngine, PendingSignature, Signing } from './document-engine.ts';
import { fontsForTexts } from './document-fonts.ts';
import { drawnIn } from './fill-placements.ts';
import { preservePdf } from './preserve-pdf.ts';
import { appendRevision, type OpenRevision, storedHash } from './revisions.ts';

interface PendingPdf extends PendingSignature {
  signature: PendingPdfSignature;
  /** Increments of the signer's finished signatures. */
  appended: Bytes;
  /** Fields still to sign after this one. */
  later: string[];
}

/**
 * PDF (PAdES): every signature uses a reserved field, every revision is an increment. Signatures have a time stamp
 * (B-T); after the last one, validation data is added (B-LTA). If the file already had a signature when a signer's
 * fields were reserved, each of that signer's placements is a separate signature.
 */
export const pdfEngine: DocumentEngine = {
  async prepare(context, revision, { signatureFields, watermark, footerCode, formFields }) {
    // The file may have been stored before these checks existed.
    const bytes = await revision.whole();
    await documentFacts(bytes, 'PDF');
    const { fields, append } = await preparePdf(bytes, {
      signatureFields,
      ...(watermark ? await drawableWatermark(context, watermark) : {}),
      ...(footerCode === undefined ? {} : { footerQr: footerCode }),
      ...(formFields ? { formFields } : {}),
    });
    return { fields, revision: await appendRevision(context, revision, append) };
  },

  async begin(context, revision, signing) {
    const fields = await fieldsToSign(revision.source, signing.placements[0]!.field);
    return beginField(context, revision, signing, { fields, appended: new Uint8Array(0), digests: [] });
  },

  async finish(context, revision, signing, pending, value) {
    const { message, digest, digests, signature, appended, later } = pending as PendingPdf;
    const { key } = signing;
    await checkValue(key, message, value);
    const cms = assembleCms({
      signedAttributes: message,
      signatureValue: value,
      signatureAlgorithm: key.algorithm,
      digestAlgorithm: signature.digestAlgorithm,
      certificates: key.certificates,
      timestampToken: await signatureTimestamps(context, 'RSA')(value),
    });
    if (signature.fileLength !== revision.length + appended.length)
      throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'the file has changed' });
    const done = {
      fields: later,
      appended: concatBytes(appended, finishSignature(signature, cms)),
      digests: [...digests, digest],
    };
    if (later.length > 0) return beginField(context, revision, signing, done);
    return { revision: await appendRevision(context, revision, done.appended), digests: done.digests };
  },

  async preserve(context, revision) {
    const append = await preservePdf(context, revision);
    return append && appendRevision(context, revision, append);
  },
};

/** Begins a signature in the first of `fields`, after what the signer's finished signatures appended. */
async function beginField(
  context: SignedInContext,
  revision: OpenRevision,
  { mine, placements, filled, key }: Signing,
  { fields, appended, digests }: { fields: string[]; appended: Bytes; digests: string[] },
): Promise<PendingPdf> {
  const [field, ...later] = fields;
  const parts: Record<string, SealAppearance> = {};
  for (const p of placements)
    parts[p.part] = { kind: 'drawing', drawing: drawnIn(p, filled.pictures.get(p.id)!) };
  const signature = await beginSignature(
    withAppended(revision.source, appended),
    {
      field: field!,
      parts,
      name: mine.entName || mine.userName,
      signingTime: context.now,
      digestAlgorithm: (key.algorithm.digest ?? 'SHA-256') as PdfDigest,
      reservedBytes: key.certificates.reduce((sum, c) => sum + c.length, 3_072 + timestampBytes(context)),
    },
    storedHash(revision.hash, appended),
  );
  const { digest, digestAlgorithm } = signature;
  const message = buildSignedAttributes({
    digest,
    digestAlgorithm,
    certificate: key.certificates[0]!,
    contentType: OID.data,
    more: [],
  });
  return { message, digest: toHex(digest), digests, signature, appended, later };
}

async function checkValue({ algorithm, certificates }: SigningKey, message: Bytes, value: Bytes) {
  const { publicKey } = parseCertificate(certificates[0]!);
  if (!(await verifySignature(publicKey, algorithm, message, value)).ok)
    throw new AppError('SIGNATURE_VALUE_INVALID');
}

async function drawableWatermark(context: SignedInContext, watermark: WatermarkSpec) {
  const { fonts, shown } = await fontsForTexts(context, [watermark.text]);
  return { watermark: { ...watermark, text: shown(watermark.text) }, fonts };
}
