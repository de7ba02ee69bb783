import type { AgentClient } from '#core/agent/client.ts';
import type { DocumentToSign, KeyAlgorithm } from '#core/agent/protocol.ts';
import { type Bytes, fromBase64, toBase64, toHex } from '#core/bytes.ts';
import { signatureAlgorithm } from '#core/pki/algorithm/algorithm-identifier.ts';
import type { SignatureAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { verifySignature } from '#core/pki/algorithm/verify-signature.ts';
import {
  parseCertificateRequest,
  verifyCertificateRequest,
} from '#core/pki/certificate/certificate-request.ts';
import { issueCertificate, newSerial } from '#core/pki/certificate/issue-certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { buildSignedAttributes } from '#core/pki/cms/build-signed-attributes.ts';
import { generateKeyPair } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer } from '#core/pki/key/signer.ts';

const DAY = 86_400_000;

/** Makes a key in a token as the product does: request, certificate, certificate back into the token. */
export async function certifyKey(
  client: AgentClient,
  serial: string,
  algorithm: KeyAlgorithm,
  days: [number, number] = [-1, 30],
): Promise<{ keyId: string; certificate: Bytes }> {
  const { keyId, request } = await client.call('key.create', { serial, algorithm, subject: '测试 UKey' });
  const parsed = parseCertificateRequest(fromBase64(request));
  if (!(await verifyCertificateRequest(parsed)).ok) throw new Error('the request is not signed by its key');
  const issuer = await pkcs8Signer((await generateKeyPair('P-256')).pkcs8);
  const { der } = await issueCertificate(
    {
      profile: 'person',
      subject: [['CN', '测试 UKey']],
      publicKey: parsed.publicKey.spki,
      serialHex: newSerial((bytes) => crypto.getRandomValues(bytes)),
      notBefore: Date.now() + days[0] * DAY,
      notAfter: Date.now() + days[1] * DAY,
    },
    issuer,
  );
  await client.call('certificate.store', { serial, keyId, certificate: toBase64(der) });
  return { keyId, certificate: der };
}

/** A document as the server hands it to the agent: signed attributes over a digest. */
export async function documentOf(title: string, certificate: Bytes): Promise<DocumentToSign> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(title)));
  const message = buildSignedAttributes({ digest, digestAlgorithm: 'SHA-256', certificate });
  return { title, pages: 3, digest: toHex(digest), message: toBase64(message) };
}

const ALGORITHMS: Record<KeyAlgorithm, SignatureAlgorithm> = {
  RSA: signatureAlgorithm('RSA', 'SHA-256'),
  EC: signatureAlgorithm('ECDSA', 'SHA-256'),
  SM2: signatureAlgorithm('SM2', 'SM3'),
};

/** Whether a value is the certificate's over the message. */
export async function isSigned(
  algorithm: KeyAlgorithm,
  certificate: Bytes,
  message: string,
  value: string,
): Promise<boolean> {
  const { publicKey } = parseCertificate(certificate);
  return (await verifySignature(publicKey, ALGORITHMS[algorithm], fromBase64(message), fromBase64(value))).ok;
}
