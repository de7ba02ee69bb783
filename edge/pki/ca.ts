import type { Context } from '#edge/kernel/context.ts';
import { embeddedCa } from './ca-embedded.ts';
import { estCa } from './ca-est.ts';
import type { CertificateAuthority } from './certificate-authority.ts';

/**
 * The authority at CA_URL if it is set (EST, RFC 7030), else the embedded one, which /sim can hold outside mode `pro`.
 */
export const openCa = (context: Context): CertificateAuthority =>
  context.env.CA_URL ? estCa(context, context.env.CA_URL) : embeddedCa(context);
