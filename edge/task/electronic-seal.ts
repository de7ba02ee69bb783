import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { createSeal } from '#core/ofd/sign/create-seal.ts';
import { ofdOfDrawing } from '#core/ofd/sign/drawing-objects.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { certificateFor } from '../certificate/authority.ts';
import { openSigner } from '../certificate/key-store.ts';
import type { SignedInContext } from '../context.ts';
import type { Signing } from './document-engine.ts';
import type { Picture } from './fill-placements.ts';

const SEAL_MAKER = {
  ownerKey: 'CA:SEAL_MAKER',
  purpose: 'SEAL_MAKER',
  organization: 'Signet',
  commonName: 'Signet Seal Maker',
} as const;

/** The structure has whole mm from 1 to 200; where a seal shows, its place on the page says how large it is. */
const wholeMm = (mm: number) => Math.max(1, Math.min(200, Math.round(mm)));

/**
 * What a place shows, as an electronic seal (SES_Seal of GB/T 38540-2020, version 4) that the signer's certificate alone
 * may use, signed by the product's seal maker. Good for as long as that certificate.
 */
export async function makeElectronicSeal(
  context: SignedInContext,
  picture: Picture,
  { key }: Pick<Signing, 'key'>,
): Promise<Bytes> {
  const maker = await certificateFor(context, SEAL_MAKER, 'SM2');
  const certificate = key.certificates[0]!;
  const { notBefore, notAfter } = parseCertificate(certificate);
  return createSeal(
    {
      id: picture.sealId ?? context.newId(),
      name: picture.name,
      kind: picture.of === 'UNIT_SEAL' ? 'unit' : 'personal',
      vendor: 'SIGNET',
      signers: [certificate],
      created: context.now,
      validFrom: notBefore,
      validTo: notAfter,
      picture: {
        type: 'OFD',
        data: ofdOfDrawing(picture.drawing),
        widthMm: wholeMm(picture.drawing.widthMm),
        heightMm: wholeMm(picture.drawing.heightMm),
      },
    },
    { signer: await openSigner(context, maker), certificate: fromBase64(maker.der) },
  );
}
