import { digestInMessage } from '#core/agent/check-message.ts';
import { type Bytes, fromBase64, toHex } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { SIGNATURE_OF_KEY } from '#core/pki/algorithm/signature-of-key.ts';
import { verifySignature } from '#core/pki/algorithm/verify-signature.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import type { Signer } from '#core/pki/key/signer.ts';

/** What a key elsewhere is to sign before the work can go on. */
export interface Asked {
  message: Bytes;
  /** SHA-256 of the message. */
  hash: string;
  /** Of the document, hexadecimal: the agent finds it in the message. */
  digest: string;
  title: string;
  pages: number;
}

/** Thrown through an engine that wants a value which has not come yet. */
export class SignatureNeeded extends Error {
  readonly asked: Pick<Asked, 'message' | 'hash' | 'digest'>;
  constructor(asked: Pick<Asked, 'message' | 'hash' | 'digest'>) {
    super('a signature from elsewhere is needed');
    this.asked = asked;
  }
}

/** All that is needed now, one a document. */
export class SignaturesNeeded extends Error {
  readonly asked: readonly Asked[];
  constructor(asked: readonly Asked[]) {
    super('signatures from elsewhere are needed');
    this.asked = asked;
  }
}

/**
 * A signer that has its values from elsewhere: by the SHA-256 of their messages. A value that is missing ends the work
 * with SignatureNeeded; one that is not the certificate's throws SIGNATURE_VALUE_INVALID.
 */
export function remoteSigner(certificate: Bytes, values: Readonly<Record<string, string>>): Signer {
  const { publicKey } = parseCertificate(certificate);
  const algorithm = SIGNATURE_OF_KEY[publicKey.kind];
  if (!algorithm) throw new AppError('KEY_UNSUPPORTED', { algorithm: publicKey.kind });
  return {
    algorithm,
    certificate,
    async sign(message) {
      const hash = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', message)));
      const held = values[hash];
      if (held === undefined)
        throw new SignatureNeeded({ message, hash, digest: digestInMessage(message) ?? hash });
      const value = fromBase64(held);
      if (!(await verifySignature(publicKey, algorithm, message, value)).ok)
        throw new AppError('SIGNATURE_VALUE_INVALID');
      return value;
    },
  };
}

/**
 * Signs one document after the other. Where values are missing, it goes through all of them before it throws
 * SignaturesNeeded, so that the device is asked once for all.
 */
export async function signEach<Row extends { name: string; pages: readonly unknown[] }, Signed>(
  rows: readonly Row[],
  title: string,
  sign: (row: Row) => Promise<Signed>,
): Promise<Signed[]> {
  const signed: Signed[] = [];
  const asked: Asked[] = [];
  for (const row of rows) {
    try {
      signed.push(await sign(row));
    } catch (error) {
      if (!(error instanceof SignatureNeeded)) throw error;
      asked.push({
        ...error.asked,
        title: `${title} / ${row.name}`.slice(0, 200),
        pages: Math.max(1, row.pages.length),
      });
    }
  }
  if (asked.length > 0) throw new SignaturesNeeded(asked);
  return signed;
}
