import { type Bytes, concatBytes } from '#core/bytes.ts';
import { writeEntries } from '#core/ofd/sign/sign-ofd.ts';
import type { PreparedOfdSignature } from '#core/ofd/sign/signature-request.ts';
import type { DigestAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import {
  bitString,
  generalizedTime,
  ia5String,
  integer,
  octetString,
  oid,
  sequence,
  tlv,
  utf8String,
} from '#core/pki/der/write-der.ts';
import type { Signer } from '#core/pki/key/signer.ts';
import { decodeSm2Value } from '#core/sm/sm2.ts';
import { encodeSm2ValueRaw } from '#tests/fixtures/sm2-values.ts';
import { smallOfd, TINY_PNG } from '#tests/unit/ofd-sign/small-ofd.ts';
import { DAY, type Holder, NOW } from '#tests/unit/pki/test-authority.ts';

const SM2_WITH_SM3 = '1.2.156.10197.1.501';

/** The package of a signature that was prepared on `smallOfd()`, with another signature value than ours. */
export function withValue(prepared: PreparedOfdSignature, value: Bytes): Bytes {
  return writeEntries(smallOfd(), new Map(prepared.entries).set(prepared.valuePath, value));
}

/** Signature.xml of a prepared signature. */
export const signatureXmlOf = (prepared: PreparedOfdSignature): Bytes =>
  prepared.entries.get(prepared.signaturePath)!;

export type FirstVersion = {
  maker: Holder;
  signer: Holder;
  /** OID written for both signatures. */
  algorithm?: string;
  digest?: DigestAlgorithm;
  /** SM2 values as 64 bytes. */
  raw?: boolean;
  /** How the time of signing is written. */
  time?: 'generalized' | 'utc-in-bits' | 'text-in-bits';
  /** Certificates that the seal names. */
  named?: Bytes[];
};

const utcTime = (time: number): Bytes =>
  tlv(0x17, new TextEncoder().encode(`${new Date(time).toISOString().slice(2, 19).replace(/\D/g, '')}Z`));

async function value(signer: Signer, message: Bytes, raw: boolean): Promise<Bytes> {
  const made = await signer.sign(message);
  return raw ? encodeSm2ValueRaw(decodeSm2Value(made)!) : made;
}

/** SES_Seal of GM/T 0031-2014. */
export async function firstVersionSeal(o: FirstVersion): Promise<Bytes> {
  const info = sequence(
    sequence(ia5String('ES'), integer(1), ia5String('TEST')),
    ia5String('seal-1'),
    sequence(
      integer(1),
      utf8String('甲方'),
      sequence(...(o.named ?? [o.signer.certificate.der]).map((der) => octetString(der))),
      utcTime(NOW - DAY),
      utcTime(NOW - DAY),
      utcTime(NOW + 100 * DAY),
    ),
    sequence(ia5String('PNG'), octetString(TINY_PNG), integer(40), integer(40)),
  );
  const certificate = octetString(o.maker.certificate.der);
  const algorithm = oid(o.algorithm ?? SM2_WITH_SM3);
  const made = await value(o.maker.signer, sequence(info, certificate, algorithm), o.raw ?? false);
  return sequence(info, sequence(certificate, algorithm, bitString(made)));
}

/** SES_Signature of GM/T 0031-2014 over this Signature.xml. */
export async function firstVersionValue(xml: Bytes, path: string, o: FirstVersion): Promise<Bytes> {
  const times = {
    generalized: generalizedTime(NOW),
    'utc-in-bits': bitString(utcTime(NOW)),
    'text-in-bits': bitString(generalizedTime(NOW)),
  };
  const toSign = sequence(
    integer(1),
    await firstVersionSeal(o),
    times[o.time ?? 'generalized'],
    bitString(await digestOf(o.digest ?? 'SM3', xml)),
    ia5String(`/${path}`),
    octetString(o.signer.certificate.der),
    oid(o.algorithm ?? SM2_WITH_SM3),
  );
  return sequence(toSign, bitString(await value(o.signer.signer, toSign, o.raw ?? false)));
}

/** `bytes` with zero bytes after them, as some writers leave them. */
export const padded = (bytes: Bytes): Bytes => concatBytes(bytes, new Uint8Array(7));
