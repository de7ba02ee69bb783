import { toHex } from '#core/bytes.ts';
import type { SealAppearance } from '#core/pdf/draw/appearance.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { beginSignature } from '#core/pdf/sign/begin-signature.ts';
import { finishSignature } from '#core/pdf/sign/finish-signature.ts';
import type { PdfDigest } from '#core/pdf/sign/signature-request.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { signatureTimestamps, timestampBytes } from '#edge/pki/tsa.ts';
import type { DocumentEngine } from './document-engine.ts';
import { loadDocumentFonts } from './document-fonts.ts';
import { drawnIn } from './fill-placements.ts';
import { preservePdf } from './preserve-pdf.ts';
import { appendRevision } from './revisions.ts';

/**
 * PDF: every signature is a reserved field, every revision an increment (PAdES). A signature carries a time stamp (B-T);
 * when the last has signed, what makes them last is added (B-LTA).
 */
export const pdfEngine: DocumentEngine = {
  async prepare(context, held, { signatureFields, watermark }) {
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
    const begun = await beginSignature(held.bytes, {
      field: placements[0]!.field,
      parts,
      name: mine.entName || mine.userName,
      signingTime: context.now,
      digestAlgorithm: (key.signer.algorithm.digest ?? 'SHA-256') as PdfDigest,
      reservedBytes: key.certificates.reduce((sum, c) => sum + c.length, 3_072 + timestampBytes(context)),
    });
    const cms = await signCms({
      digest: begun.digest,
      digestAlgorithm: begun.digestAlgorithm,
      signer: key.signer,
      certificates: key.certificates,
      timestamp: signatureTimestamps(context, 'RSA'),
    });
    const revision = await appendRevision(context, held, finishSignature(begun, cms));
    return { revision, digests: [toHex(begun.digest)] };
  },

  async finish(context, held) {
    const append = await preservePdf(context, held.bytes);
    return append && appendRevision(context, held, append);
  },
};
