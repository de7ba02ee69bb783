import type { Context } from '#edge/kernel/context.ts';
import { embeddedCa } from './ca-embedded.ts';
import { estCa } from './ca-est.ts';
import type { CertificateAuthority } from './certificate-authority.ts';

/**
 * The authority at CA_URL where one is set (EST, RFC 7030); else the product's own, which in other modes than `pro`
 * may be held by a hand on /sim.
 */
export const openCa = (context: Context): CertificateAuthority =>
  context.env.CA_URL ? estCa(context, context.env.CA_URL) : embeddedCa(context);
