import type { Bytes } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { buildOcspRequest } from '#core/pki/ocsp/ocsp-request.ts';
import { parseOcspResponse } from '#core/pki/ocsp/parse-ocsp-response.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForSuccess, type Question } from './ask-provider.ts';

const CRL_BYTES = 1024 * 1024;

/**
 * Fetches another authority's revocation data for a certificate: an OCSP response, or its CRL if it has no responder. The
 * addresses come from certificates in uploaded files, so only hosts in REVOCATION_HOSTS (comma-separated, with unusual ports)
 * are contacted, which prevents server-side request forgery. Undefined if none responds.
 */
export async function fetchRevocation(
  context: Context,
  certificate: Certificate,
  issuer: Certificate | undefined,
): Promise<{ ocsp?: Bytes; crl?: Bytes }> {
  const hosts = new Set((context.env.REVOCATION_HOSTS ?? '').split(/[\s,]+/).filter(Boolean));
  const allowed = (url: string): boolean => URL.canParse(url) && hosts.has(new URL(url).host);
  const { extensions, serialHex } = certificate;
  const responder = extensions.authorityInfoAccess?.ocsp.find(allowed);
  if (responder && issuer) {
    const bytes = buildOcspRequest({ serialHex, issuer });
    const headers = { 'Content-Type': 'application/ocsp-request' };
    const ocsp = await bodyFrom(responder, { headers, bytes });
    if (ocsp && isAnswer(ocsp)) return { ocsp };
  }
  const points = extensions.crlDistributionPoints ?? [];
  const names = points.flatMap(({ name }) => (name?.kind === 'full' ? name.names : []));
  for (const name of names) {
    if (name.kind !== 'uri' || !allowed(name.value)) continue;
    const crl = await bodyFrom(name.value, { most: CRL_BYTES });
    if (crl) return { crl };
  }
  return {};
}

function isAnswer(der: Bytes): boolean {
  try {
    return parseOcspResponse(der).basic !== undefined;
  } catch {
    return false;
  }
}

function bodyFrom(url: string, question: Question): Promise<Bytes | null> {
  const authority = { name: 'certificate authority', url, failure: (reason: string) => new Error(reason) };
  return askForSuccess(authority, question).then(
    ({ body }) => body,
    () => null,
  );
}
