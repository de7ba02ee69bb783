import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import {
  parseCertificateRequest,
  verifyCertificateRequest,
} from '#core/pki/certificate/certificate-request.ts';
import { fromPem } from '#core/pki/certificate/pem.ts';
import type { Family } from './families.ts';

/** The public key of a request, after its proof of possession. Throws CERTIFICATE_REQUEST_BROKEN, KEY_UNSUPPORTED. */
export async function readKeyRequest(text: string): Promise<{ spki: Bytes; family: Family }> {
  const request = parseCertificateRequest(derOf(text));
  const verdict = await verifyCertificateRequest(request);
  if (!verdict.ok) throw new AppError('CERTIFICATE_REQUEST_BROKEN', {}, 'request');
  const { publicKey } = request;
  const family: Partial<Record<typeof publicKey.kind, Family>> = { RSA: 'RSA', EC: 'EC', SM2: 'SM2' };
  const weak = publicKey.kind === 'RSA' && publicKey.bits < 2048;
  const found = weak ? undefined : family[publicKey.kind];
  if (!found) throw new AppError('KEY_UNSUPPORTED', { algorithm: publicKey.kind }, 'request');
  return { spki: publicKey.spki, family: found };
}

function derOf(text: string): Bytes {
  if (/^[A-Za-z0-9+/=\s]+$/.test(text)) {
    try {
      return fromBase64(text);
    } catch {
      // Its letters are those of base64, and its length or its padding is not.
      throw new AppError('CERTIFICATE_REQUEST_BROKEN', {}, 'request');
    }
  }
  const [der] = [...fromPem('CERTIFICATE REQUEST', text), ...fromPem('NEW CERTIFICATE REQUEST', text)];
  if (!der) throw new AppError('CERTIFICATE_REQUEST_BROKEN', {}, 'request');
  return der;
}
