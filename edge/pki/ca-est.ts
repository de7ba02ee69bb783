import { type Bytes, fromBase64, sameBytes, toBase64, utf8 } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForSuccess, askProvider, failed, type Provider } from '#edge/kernel/providers/ask-provider.ts';
import type { Application, CaAnswer, CertificateAuthority } from './certificate-authority.ts';

const ANSWER_BYTES = 256 * 1024;

/**
 * Enrollment over Secure Transport (RFC 7030): `POST CA_URL/simpleenroll`, or `/simplereenroll` for a renewal, with a
 * base64 PKCS#10 and `Authorization: CA_AUTHORIZATION`. CA_URL ends with `/.well-known/est` or a label below it.
 * 200 is a certificate, 202 "ask again" (clause 4.2.3), 503 "not yet planned", 410 "no business any more"; any other
 * 4xx a rejection with its words, but for 401, 403, 404 and 429, which are a fault of the settings or of the moment.
 */
export function estCa(context: Context, url: string): CertificateAuthority {
  const authority: Provider = {
    name: 'certificate authority',
    url,
    authorization: context.env.CA_AUTHORIZATION,
    failure: (reason) => new Error(reason),
  };
  return {
    // RFC 7030 has no field for an applicant: such an authority checks identities in its own way.
    takesApplicant: false,
    async enroll(application) {
      const { status, body } = await askProvider(authority, {
        path: application.renewal ? '/simplereenroll' : '/simpleenroll',
        headers: { 'Content-Type': 'application/pkcs10', 'Content-Transfer-Encoding': 'base64' },
        bytes: utf8(inLines(toBase64(application.request))),
        most: ANSWER_BYTES,
      });
      if (status === 200) {
        const own = await askForSuccess(authority, { path: '/cacerts', most: ANSWER_BYTES });
        return issued(application, certificatesIn(body), certificatesIn(own.body), context.now);
      }
      const reason = new TextDecoder().decode(body.subarray(0, 500)).trim();
      const refusal = refused(status, reason);
      if (refusal) return refusal;
      throw failed(authority, `answered ${status}`);
    },
  };
}

const inLines = (base64: string): string => `${(base64.match(/.{1,76}/g) ?? []).join('\r\n')}\r\n`;

function refused(status: number, reason: string): CaAnswer | null {
  switch (status) {
    case 202:
      return { state: 'PENDING', reason: reason };
    case 503:
      return { state: 'NOT_SCHEDULED', reason: reason };
    case 410:
      return { state: 'TERMINATED', reason: reason };
  }
  const settings = [401, 403, 404, 429].includes(status);
  if (status < 400 || status > 499 || settings) return null;
  return { state: 'REJECTED', reason: reason || String(status) };
}

/** The certificates of a certs-only message (RFC 7030, clause 4.1.3), base64. */
const certificatesIn = (body: Bytes): Certificate[] => [
  ...parseCms(fromBase64(new TextDecoder().decode(body))).certificates,
];

/** The issued certificate: for our key, valid now, with a chain. Anything else is a fault of the authority. */
function issued(
  { spki }: Application,
  made: readonly Certificate[],
  authorities: readonly Certificate[],
  now: number,
): CaAnswer {
  const own = made.find(({ publicKey }) => sameBytes(publicKey.spki, spki));
  if (!own) throw new Error('the certificate is for another key');
  if (own.notAfter <= now) throw new Error('the certificate is over already');
  const pool = [...made, ...authorities];
  const chain: Bytes[] = [];
  let above = own;
  for (let i = 0; i < 5 && !above.selfIssued; i++) {
    const issuer = pool.find(({ subject }) => subject.key === above.issuer.key);
    if (!issuer) break;
    chain.push(issuer.der);
    above = issuer;
  }
  if (chain.length === 0) throw new Error('the certificate comes without that of its authority');
  return { state: 'ISSUED', certificate: own.der, chain };
}
