import type { Bytes } from '#core/bytes.ts';
import type { Signer } from '#core/pki/key/signer.ts';
import { checkedSm2Value, encodeSeal, encodeSealInfo, type SealInfo } from './write-ses.ts';

/**
 * Creates an electronic seal (SES_Seal of GB/T 38540-2020, clause 6) with the key and certificate of a seal maker.
 * Throws INPUT_INVALID, KEY_UNSUPPORTED (SM2 only) and SIGNATURE_VALUE_INVALID (the key is not the certificate's).
 *
 * ```ts
 * const seal = await createSeal(
 *   {
 *     id: 'seal-1',
 *     name: '合同专用章',
 *     kind: 'unit',
 *     vendor: 'Signet',
 *     signers: [signerCertificate],
 *     created: now,
 *     validFrom: now,
 *     validTo: now + 365 * 86_400_000,
 *     picture: { type: 'PNG', data: png, widthMm: 42, heightMm: 42 },
 *   },
 *   { signer: makerKey, certificate: makerCertificate },
 * );
 * ```
 */
export async function createSeal(
  info: SealInfo,
  maker: { signer: Signer; certificate: Bytes },
): Promise<Bytes> {
  const encoded = encodeSealInfo(info);
  const value = checkedSm2Value(maker.certificate, encoded, await maker.signer.sign(encoded));
  return encodeSeal(encoded, maker.certificate, value);
}
