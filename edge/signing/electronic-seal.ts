import { and, eq } from 'drizzle-orm';
import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { createSeal } from '#core/ofd/sign/create-seal.ts';
import { ofdOfDrawing } from '#core/ofd/sign/drawing-objects.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { sha256Hex } from '#core/sha256.ts';
import { electronicSeal } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { isUniqueError } from '#edge/kernel/storage/commit.ts';
import { certificateFor } from '#edge/pki/authority.ts';
import { type CertificateRow, openSigner } from '#edge/pki/key-store.ts';
import type { Signing } from './document-engine.ts';
import type { Picture } from './picture.ts';

export const SEAL_MAKER = {
  ownerKey: 'CA:SEAL_MAKER',
  purpose: 'SEAL_MAKER',
  organization: 'Signet',
  commonName: 'Signet Seal Maker',
} as const;

/** SES_Seal stores whole mm from 1 to 200; the size on the page comes from the placement instead. */
const wholeMm = (mm: number) => Math.max(1, Math.min(200, Math.round(mm)));

/**
 * A placement's picture as an electronic seal (SES_Seal of GB/T 38540-2020, version 4), signed by the product's seal
 * maker. Only the signer's certificate may use it, and it is valid as long as that certificate.
 *
 * The electronic seal of a stored seal is created once per certificate, in the seal's own size, and cached: its number
 * (esID) and bytes are the same in every file until the picture or one of the certificates changes. Handwriting and
 * dates are created for each use.
 */
export async function electronicSealOf(
  context: SignedInContext,
  picture: Picture,
  { key, filled }: Pick<Signing, 'key' | 'filled'>,
): Promise<Bytes> {
  const maker = await certificateFor(context, SEAL_MAKER, 'SM2');
  const certificate = key.certificates[0]!;
  const used = filled.seals.find(({ seal }) => seal.id === picture.sealId);
  const { drawing } = used?.seal ?? picture;
  const data = ofdOfDrawing(drawing);
  const make = (id: string) => makeSeal(context, maker, certificate, { id, picture, drawing, data });
  if (!used) return make(context.newId());

  const use = {
    sealId: used.seal.id,
    certificateSha256: await sha256Hex(certificate),
    makerSha256: await sha256Hex(fromBase64(maker.der)),
    pictureSha256: await sha256Hex(data),
  };
  const known = await readStored(context, use);
  if (known) return known;
  const id = context.newId();
  const made = await make(id);
  const fileKey = await context.files.put(made);
  try {
    await context.db.insert(electronicSeal).values({ id, ...use, fileKey, createdAt: context.now });
    return made;
  } catch (error) {
    if (!isUniqueError(error)) throw error;
    // A concurrent request stored it first; use that one.
    return (await readStored(context, use)) ?? made;
  }
}

type Use = Pick<
  typeof electronicSeal.$inferSelect,
  'sealId' | 'certificateSha256' | 'makerSha256' | 'pictureSha256'
>;

async function readStored(context: SignedInContext, use: Use): Promise<Bytes | null> {
  const [row] = await context.db
    .select({ fileKey: electronicSeal.fileKey })
    .from(electronicSeal)
    .where(
      and(
        eq(electronicSeal.sealId, use.sealId),
        eq(electronicSeal.certificateSha256, use.certificateSha256),
        eq(electronicSeal.makerSha256, use.makerSha256),
        eq(electronicSeal.pictureSha256, use.pictureSha256),
      ),
    );
  return row ? context.files.get(row.fileKey) : null;
}

interface MadeSeal extends Pick<Picture, 'drawing'> {
  id: string;
  picture: Picture;
  /** The drawing as an OFD. */
  data: Bytes;
}

async function makeSeal(
  context: SignedInContext,
  maker: CertificateRow,
  certificate: Bytes,
  { id, picture, drawing, data }: MadeSeal,
): Promise<Bytes> {
  const { notBefore, notAfter } = parseCertificate(certificate);
  return createSeal(
    {
      id,
      name: picture.name,
      kind: picture.of === 'UNIT_SEAL' ? 'unit' : 'personal',
      vendor: 'SIGNET',
      signers: [certificate],
      created: context.now,
      validFrom: notBefore,
      validTo: notAfter,
      picture: {
        type: 'OFD',
        data,
        widthMm: wholeMm(drawing.widthMm),
        heightMm: wholeMm(drawing.heightMm),
      },
    },
    { signer: await openSigner(context, maker), certificate: fromBase64(maker.der) },
  );
}
