import { type Bytes, toHex } from '#core/bytes.ts';
import type { SealAppearance } from '#core/pdf/draw/appearance.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { beginSignature } from '#core/pdf/sign/begin-signature.ts';
import { fieldsToSign } from '#core/pdf/sign/fields-to-sign.ts';
import { appendIncrement, finishSignature } from '#core/pdf/sign/finish-signature.ts';
import type { PdfDigest } from '#core/pdf/sign/signature-request.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { signatureTimestamps, timestampBytes } from '#edge/pki/tsa.ts';
import type { DocumentEngine } from './document-engine.ts';
import { loadDocumentFonts } from './document-fonts.ts';
import { drawnIn } from './fill-placements.ts';
import { preservePdf } from './preserve-pdf.ts';
import { appendRevision } from './revisions.ts';

/**
 * PDF: every signature is a reserved field, every revision an increment (PAdES). A signature carries a time stamp (B-T);
 * when the last has signed, what makes them last is added (B-LTA). In a file that others had signed before, each place
 * of a signer is a signature of its own.
 */
export const pdfEngine: DocumentEngine = {
  async prepare(context, held, { signatureFields, watermark }) {
    // A file may have been stored before it was looked at so.
    await documentFacts(held.bytes, 'PDF');
    const prepared = await preparePdf(held.bytes, {
      signatureFields,
      ...(watermark ? { watermark, fonts: await loadDocumentFonts(context) } : {}),
    });
    return { fields: prepared.fields, revision: await appendRevision(context, held, prepared.append) };
  },

  async sign(context, held, { mine, placements, filled, key }) {
    const parts: Record<string, SealAppearance> = {};
    for (const p of placements)
      parts[p.part] = { kind: 'drawing', drawing: drawnIn(p, filled.pictures.get(p.id)!) };
    const field = placements[0]!.field;
    const reservedBytes = key.certificates.reduce(
      (sum, c) => sum + c.length,
      3_072 + timestampBytes(context),
    );
    const keep = key.keep ?? ((_name, make) => make());
    const timestamp = signatureTimestamps(context, 'RSA');
    const digests: string[] = [];
    let { bytes } = held;
    for (const name of await fieldsToSign(bytes, field)) {
      const begun = await beginSignature(bytes, {
        field: name,
        parts,
        name: mine.entName || mine.userName,
        signingTime: context.now,
        digestAlgorithm: (key.signer.algorithm.digest ?? 'SHA-256') as PdfDigest,
        reservedBytes,
      });
      const cms = await signCms({
        digest: begun.digest,
        digestAlgorithm: begun.digestAlgorithm,
        signer: key.signer,
        certificates: key.certificates,
        // The next signature covers this stamp, so halves of one signing need the same.
        timestamp: (value) => keep(`stamp ${toHex(value)}`, () => timestamp(value)),
      });
      bytes = appendIncrement(bytes, begun, finishSignature(begun, cms));
      digests.push(toHex(begun.digest));
    }
    const append = bytes.subarray(held.bytes.length) as Bytes;
    return { revision: await appendRevision(context, held, append), digests };
  },

  async finish(context, held) {
    const append = await preservePdf(context, held.bytes);
    return append && appendRevision(context, held, append);
  },
};
