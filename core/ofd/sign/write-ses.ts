import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import {
  bitString,
  context,
  generalizedTime,
  ia5String,
  integer,
  octetString,
  oid,
  printableString,
  sequence,
  utf8String,
} from '#core/pki/der/write-der.ts';
import { OID } from '#core/pki/oids.ts';
import { decodeSm2Value, encodeSm2Value, sm2Verify } from '#core/sm/sm2.ts';
import { sm3 } from '#core/sm/sm3.ts';

/** The version number of structures of GB/T 38540-2020. */
const VERSION = 4;

export type SealPictureType = 'PNG' | 'JPG' | 'BMP' | 'GIF' | 'OFD' | 'SVG';

export type SealInfo = {
  /** Unique id of the seal. */
  id: string;
  /** Display name. */
  name: string;
  kind: 'unit' | 'personal';
  /** Vendor of the seal software. */
  vendor: string;
  /** DER of the certificates that may use the seal; embedded, or as digests (SM3) that keep the seal small. */
  signers: readonly Bytes[];
  signersAs?: 'certificates' | 'digests';
  /** Epoch ms; truncated to whole seconds. */
  created: number;
  validFrom: number;
  validTo: number;
  /** Size in whole mm, as the structure requires. */
  picture: { type: SealPictureType; data: Bytes; widthMm: number; heightMm: number };
};

/** SES_SealInfo (GB/T 38540-2020, 6.1): what the seal maker signs. Throws INPUT_INVALID if a size is not whole mm. */
export function encodeSealInfo(info: SealInfo): Bytes {
  const { picture } = info;
  for (const field of ['widthMm', 'heightMm'] as const) {
    const mm = picture[field];
    if (!Number.isInteger(mm) || mm < 1 || mm > 200) throw new AppError('INPUT_INVALID', {}, field);
  }
  if (info.signers.length === 0) throw new AppError('INPUT_INVALID', {}, 'signers');
  const byDigest = info.signersAs === 'digests';
  const list = byDigest
    ? info.signers.map((der) => sequence(printableString(OID.sm3), octetString(sm3(der))))
    : info.signers.map((der) => octetString(der));
  return sequence(
    sequence(ia5String('ES'), integer(VERSION), ia5String(info.vendor)),
    ia5String(info.id),
    sequence(
      integer(info.kind === 'unit' ? 1 : 2),
      utf8String(info.name),
      integer(byDigest ? 2 : 1),
      sequence(...list),
      generalizedTime(info.created),
      generalizedTime(info.validFrom),
      generalizedTime(info.validTo),
    ),
    sequence(
      ia5String(picture.type),
      octetString(picture.data),
      integer(picture.widthMm),
      integer(picture.heightMm),
    ),
  );
}

/** SES_Seal (6.2): the seal information with its maker's certificate and signature. */
export function encodeSeal(info: Bytes, makerCertificate: Bytes, value: Bytes): Bytes {
  return sequence(info, octetString(makerCertificate), oid(OID.sm2WithSm3), bitString(value));
}

/** TBS_Sign (7.2): what the signer signs. `time` in epoch ms, `hash` is the SM3 of Signature.xml at `path`. */
export function encodeToSign(seal: Bytes, time: number, hash: Bytes, path: string): Bytes {
  return sequence(integer(VERSION), seal, generalizedTime(time), bitString(hash), ia5String(`/${path}`));
}

/** SES_Signature (7.1), with an optional time stamp token over the value. */
export function encodeSealSignature(toSign: Bytes, certificate: Bytes, value: Bytes, token?: Bytes): Bytes {
  return sequence(
    toSign,
    octetString(certificate),
    oid(OID.sm2WithSm3),
    bitString(value),
    ...(token ? [context(0, bitString(token))] : []),
  );
}

/**
 * The value as DER, after verifying it with the certificate over `message`: this detects a device that signs with
 * another key or another id. Throws SIGNATURE_VALUE_INVALID, and KEY_UNSUPPORTED if the key is not SM2.
 *
 * ```ts
 * const der = checkedSm2Value(certificate, begun.toSign, await device.sign(begun.digest));
 * ```
 */
export function checkedSm2Value(certificate: Bytes, message: Bytes, value: Bytes): Bytes {
  const { publicKey } = parseCertificate(certificate);
  if (publicKey.kind !== 'SM2') throw new AppError('KEY_UNSUPPORTED', { algorithm: publicKey.kind });
  const numbers = decodeSm2Value(value);
  if (!numbers || !sm2Verify(publicKey.keyBytes, message, value))
    throw new AppError('SIGNATURE_VALUE_INVALID');
  return encodeSm2Value(numbers);
}
