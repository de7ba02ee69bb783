import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';
import type { Drawing } from '#core/drawing.ts';
import { createOfd } from '#core/ofd/write/create-ofd.ts';
import type { WriteObject } from '#core/ofd/write/types.ts';
import { type InvoiceContent, invoiceSheet, SEAL_BOX, SHEET, type Sheet } from '#core/order/invoice-sheet.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { beginSignature } from '#core/pdf/sign/begin-signature.ts';
import { appendIncrement, finishSignature } from '#core/pdf/sign/finish-signature.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { textsOfDesign } from '#core/sealart/design.ts';
import { drawSeal } from '#core/sealart/draw-seal.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { Context } from '#edge/kernel/context.ts';
import { loadGlyphs } from '#edge/kernel/glyphs.ts';
import { certificateFor } from '#edge/pki/authority.ts';
import { chainOf } from '#edge/pki/chain-of.ts';
import { openSigner } from '#edge/pki/key-store.ts';
import { signatureTimestamps, timestampBytes } from '#edge/pki/tsa.ts';
import { fontsForTexts } from '#edge/signing/document-fonts.ts';
import { sealOwnOfd } from '#edge/signing/seal-own-ofd.ts';

const POINTS_PER_MM = 72 / 25.4;
const MM_PER_POINT = 25.4 / 72;
/** Baseline of Chinese characters as a fraction of the em box, measured from its top. */
const BASE_LINE = 0.88;

/** Renders the invoice as PDF (PAdES signature) and as OFD (GB/T 38540 seal), both with the seller's invoice seal. */
export async function makeInvoice(
  context: Context,
  content: InvoiceContent,
): Promise<{ pdf: Bytes; ofd: Bytes }> {
  const sheet = invoiceSheet(content);
  const design = presetDesign('INVOICE_40_30', {
    name: content.seller.name,
    taxNumber: content.seller.taxId,
    seed: content.seller.taxId,
  });
  const seal = drawSeal(design, await loadGlyphs(context, textsOfDesign(design)));
  return {
    pdf: await makePdf(context, content, sheet, seal),
    ofd: await makeOfd(context, content, sheet, seal),
  };
}

/** Subject of the invoice seal's certificate, which the product's own CA issues in the seller's name. */
const sealOf = ({ seller }: InvoiceContent) =>
  ({
    ownerKey: 'CA:INVOICE',
    purpose: 'SEAL',
    organization: seller.name,
    commonName: `${seller.name} 发票专用章`,
  }) as const;

async function makePdf(
  context: Context,
  content: InvoiceContent,
  sheet: Sheet,
  seal: Drawing,
): Promise<Bytes> {
  const page = ruledPage(sheet);
  const { fonts, shown } = await fontsForTexts(
    context,
    sheet.texts.map(({ text }) => text),
  );
  const prepared = await preparePdf(page, {
    fonts,
    texts: sheet.texts.map(({ x, y, width, text, points, align }) => ({
      page: 0,
      box: { x, y, width, height: points * MM_PER_POINT * 3 },
      text: shown(text),
      fontSize: points,
      shrinkTo: 5,
      ...(align ? { align } : {}),
    })),
  });
  const row = await certificateFor(context, sealOf(content), 'RSA');
  const certificates = await chainOf(context, row);
  const file = concatBytes(page, prepared.append);
  const pending = await beginSignature(file, {
    field: 'InvoiceSeal',
    newField: { page: 0, box: SEAL_BOX },
    appearance: { kind: 'drawing', drawing: seal },
    name: content.seller.name,
    signingTime: context.now,
    // DocMDP level 1: no changes allowed after signing.
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
  return appendIncrement(file, pending, finishSignature(pending, cms));
}

/** A one-page PDF that contains only the ruled lines of the sheet. */
function ruledPage({ lines }: Sheet): Bytes {
  const at = (mm: number) => (mm * POINTS_PER_MM).toFixed(2);
  const up = (mm: number) => at(SHEET.height - mm);
  const drawn = lines.map(([x1, y1, x2, y2]) => `${at(x1)} ${up(y1)} m ${at(x2)} ${up(y2)} l S`).join('\n');
  const content = `0.6 0.2 0.15 RG 0.6 w\n${drawn}\n`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${at(SHEET.width)} ${at(SHEET.height)}] /Resources << >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}endstream`,
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return utf8(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

async function makeOfd(
  context: Context,
  content: InvoiceContent,
  sheet: Sheet,
  drawing: Drawing,
): Promise<Bytes> {
  const docId = await digestHex(`${content.number}`);
  const file = createOfd({
    docId,
    now: content.issuedAt,
    title: `发票 ${content.number}`,
    author: content.seller.name,
    creator: 'Signet',
    fonts: [{ name: '宋体' }],
    pages: [{ ...SHEET, objects: objectsOf(sheet) }],
  });
  return sealOwnOfd(context, file, {
    subject: sealOf(content),
    id: docId.slice(0, 24),
    name: `${content.seller.name}发票专用章`,
    drawing,
    box: SEAL_BOX,
  });
}

/** Text width in ems: 1 for wide characters, 0.5 for others, the same as in the OFD writer. */
const emsOf = (text: string) =>
  Array.from(text).reduce((sum, character) => sum + (character.codePointAt(0)! > 0x2e80 ? 1 : 0.5), 0);

const objectsOf = ({ texts, lines }: Sheet): WriteObject[] => [
  ...texts.map(({ x, y, width, text, points, align }): WriteObject => {
    const ems = emsOf(text);
    const size = Math.min(points * MM_PER_POINT, width / Math.max(ems, 1));
    const free = width - ems * size;
    return {
      kind: 'text',
      x: x + (align === 'right' ? free : align === 'centre' ? free / 2 : 0),
      y: y + BASE_LINE * size,
      size,
      text,
      font: '宋体',
    };
  }),
  ...lines.map(
    ([x1, y1, x2, y2]): WriteObject => ({
      kind: 'path',
      data: `M ${x1} ${y1} L ${x2} ${y2}`,
      stroke: '#993326',
      lineWidth: 0.2,
    }),
  ),
];

async function digestHex(text: string): Promise<string> {
  return (await sha256Hex(text)).slice(0, 32);
}
