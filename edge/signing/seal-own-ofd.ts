import { type Bytes, fromBase64 } from '#core/bytes.ts';
import type { Drawing } from '#core/drawing.ts';
import type { Box } from '#core/ofd/model/geometry.ts';
import { createSeal } from '#core/ofd/sign/create-seal.ts';
import { ofdOfDrawing } from '#core/ofd/sign/drawing-objects.ts';
import { beginOfdSignature, finishOfdSignature, writeEntries } from '#core/ofd/sign/sign-ofd.ts';
import { checkedSm2Value } from '#core/ofd/sign/write-ses.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import type { Context } from '#edge/kernel/context.ts';
import { certificateFor, type Subject } from '#edge/pki/authority.ts';
import { openSigner } from '#edge/pki/key-store.ts';
import { signatureTimestamps } from '#edge/pki/tsa.ts';
import { SEAL_MAKER } from './electronic-seal.ts';

/** The seal of a file that the product itself issues. */
export interface OwnSeal {
  /** Whose certificate signs; the product's own authority issues it. */
  subject: Subject;
  /** Number and name of the electronic seal. */
  id: string;
  name: string;
  drawing: Drawing;
  /** Position on the first page, mm. */
  box: Box;
}

/** An OFD that the product issues, such as an invoice, with an electronic seal (GB/T 38540, SM2) and a time stamp. */
export async function sealOwnOfd(context: Context, file: Bytes, own: OwnSeal): Promise<Bytes> {
  const row = await certificateFor(context, own.subject, 'SM2');
  const certificate = fromBase64(row.der);
  const maker = await certificateFor(context, SEAL_MAKER, 'SM2');
  const { notBefore, notAfter } = parseCertificate(certificate);
  const seal = await createSeal(
    {
      id: own.id,
      name: own.name,
      kind: 'unit',
      vendor: 'SIGNET',
      signers: [certificate],
      created: context.now,
      validFrom: notBefore,
      validTo: notAfter,
      picture: {
        type: 'OFD',
        data: ofdOfDrawing(own.drawing),
        widthMm: own.box.width,
        heightMm: own.box.height,
      },
    },
    { signer: await openSigner(context, maker), certificate: fromBase64(maker.der) },
  );
  const prepared = await beginOfdSignature(file, {
    seal,
    certificate,
    time: context.now,
    placements: [{ pageIndex: 0, boundary: own.box }],
  });
  const signer = await openSigner(context, row);
  const value = checkedSm2Value(certificate, prepared.toSign, await signer.sign(prepared.toSign));
  const token = await signatureTimestamps(context, 'SM2')(value);
  return writeEntries(file, finishOfdSignature(prepared, value, token));
}
