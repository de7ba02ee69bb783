import type { Env } from '#edge/kernel/env.ts';
import type { Family } from './families.ts';

/** Which of the two authorities of a family: `root` issues `issuing`, and that all others. */
export type Level = 'root' | 'issuing';

/** Below this path the Worker answers what certificates point to: for everybody, without a session. */
export const PKI_PATH = '/pki';

/** `rsa` for what the issuing authority says, `rsa-root` for the root. */
export const nameOf = (family: Family, level: Level): string =>
  level === 'root' ? `${family.toLowerCase()}-root` : family.toLowerCase();

/**
 * What a certificate says about where its issuer's list, responder and certificate are (RFC 5280, clauses 4.2.1.13 and
 * 4.2.2.1). Without PUBLIC_URL nobody outside could reach them, and nothing is said. The root has a list, no responder.
 */
export function addressesIn(
  env: Pick<Env, 'PUBLIC_URL'>,
  family: Family,
  issuer: Level,
): { crlUrls?: string[]; ocspUrls?: string[]; caIssuerUrls?: string[] } {
  const base = env.PUBLIC_URL?.replace(/\/+$/, '');
  if (!base) return {};
  const name = nameOf(family, issuer);
  return {
    crlUrls: [`${base}${PKI_PATH}/crl/${name}.crl`],
    caIssuerUrls: [`${base}${PKI_PATH}/ca/${name}.cer`],
    ...(issuer === 'issuing' ? { ocspUrls: [`${base}${PKI_PATH}/ocsp/${name}`] } : {}),
  };
}
