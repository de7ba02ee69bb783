import type { Env } from '#edge/kernel/env.ts';
import type { Family } from './families.ts';

/** The two authorities of a family: `root` issues `issuing`, which issues all other certificates. */
export type Level = 'root' | 'issuing';

/** Path below which the Worker serves the addresses in certificates: public, without a session. */
export const PKI_PATH = '/pki';

/** `rsa` for the issuing authority, `rsa-root` for the root. */
export const nameOf = (family: Family, level: Level): string =>
  level === 'root' ? `${family.toLowerCase()}-root` : family.toLowerCase();

/**
 * The addresses of the issuer's revocation list, responder and certificate for a certificate's extensions (RFC 5280,
 * clauses 4.2.1.13 and 4.2.2.1). Empty without PUBLIC_URL, as nobody could reach them. The root has no responder.
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
