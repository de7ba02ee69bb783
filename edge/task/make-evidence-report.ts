import { type Bytes, concatBytes, toHex } from '#core/bytes.ts';
import type { Drawing } from '#core/drawing.ts';
import { evidenceReport, type ReportFacts } from '#core/evidence/report.ts';
import { beginSignature } from '#core/pdf/sign/begin-signature.ts';
import { appendIncrement, finishSignature } from '#core/pdf/sign/finish-signature.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { ResumableSha256 } from '#core/resumable-sha256.ts';
import { textsOfDesign } from '#core/sealart/design.ts';
import { drawSeal } from '#core/sealart/draw-seal.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { drawableWith } from '#core/typeset/stand-ins.ts';
import { writeOfd } from '#core/typeset/write-ofd.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';
import type { Context } from '#edge/kernel/context.ts';
import { loadGlyphs } from '#edge/kernel/glyphs.ts';
import { certificateFor } from '#edge/pki/authority.ts';
import { chainOf } from '#edge/pki/chain-of.ts';
import { openSigner } from '#edge/pki/key-store.ts';
import { signatureTimestamps, timestampBytes } from '#edge/pki/tsa.ts';
import { preservePdf } from '#edge/signing/preserve-pdf.ts';
import { sealOwnOfd } from '#edge/signing/seal-own-ofd.ts';
import { typesetFonts } from '#edge/typeset/load-fonts.ts';

/** Subject of the certificate that signs reports, issued by the product's authority. */
const REPORTER = {
  ownerKey: 'CA:EVIDENCE',
  purpose: 'SEAL',
  organization: 'Signet',
  commonName: 'Signet Evidence 签章存证',
} as const;

/** The seal in the margin at the top right of the first page, mm. */
const SEAL = { name: '签章存证服务平台', box: { x: 172, y: 5, width: 30, height: 30 } } as const;

/**
 * The evidence report, sealed by the product: as a PDF with a certifying signature (PAdES-B-LTA) that allows no changes,
 * and as an OFD with an electronic seal (GB/T 38540). Both have the same pages.
 */
export async function makeEvidenceReport(
  context: Context,
  facts: ReportFacts,
): Promise<{ pdf: Bytes; ofd: Bytes }> {
  const { document, faces } = await drawableWith(typesetFonts(context), evidenceReport(facts));
  const id = crypto.getRandomValues(new Uint8Array(16));
  const typeset = layOut(document, faces);
  const design = presetDesign('ENTERPRISE_40', { name: SEAL.name, seed: SEAL.name });
  const seal = drawSeal(design, await loadGlyphs(context, textsOfDesign(design)));
  const docId = toHex(id);
  return {
    pdf: await sealPdf(context, writePdf(typeset, faces.files, { now: context.now, id }), seal),
    ofd: await sealOwnOfd(context, writeOfd(typeset, faces.files, { now: context.now, docId }), {
      subject: REPORTER,
      id: docId.slice(0, 24),
      name: SEAL.name,
      drawing: seal,
      box: SEAL.box,
    }),
  };
}

async function sealPdf(context: Context, file: Bytes, drawing: Drawing): Promise<Bytes> {
  const row = await certificateFor(context, REPORTER, 'RSA');
  const certificates = await chainOf(context, row);
  const pending = await beginSignature(file, {
    field: 'Evidence',
    newField: { page: 0, box: SEAL.box },
    appearance: { kind: 'drawing', drawing },
    name: REPORTER.commonName,
    signingTime: context.now,
    certify: 1,
    digestAlgorithm: 'SHA-256',
    reservedBytes: certificates.reduce((sum, one) => sum + one.length, 3_072 + timestampBytes(context)),
  });
  const cms = await signCms({
    digest: pending.digest,
    digestAlgorithm: pending.digestAlgorithm,
    signer: await openSigner(context, row),
    certificates,
    timestamp: signatureTimestamps(context, 'RSA'),
  });
  const signed = appendIncrement(file, pending, finishSignature(pending, cms));
  const lasting = await preservePdf(context, {
    source: signed,
    hash: async () => new ResumableSha256().update(signed),
  });
  return lasting ? concatBytes(signed, lasting) : signed;
}
