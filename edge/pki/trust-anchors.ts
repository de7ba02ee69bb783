import type { Certificate } from '#core/pki/certificate/certificate.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openAuthority } from './authority.ts';
import { FAMILIES } from './families.ts';

/** The certificates that verifiers of the product's signatures trust: the roots, and the issuer of SM2 certificates. */
export async function trustAnchors(context: Context): Promise<Certificate[]> {
  const authorities = await Promise.all(FAMILIES.map((family) => openAuthority(context, family)));
  const sm2 = await openAuthority(context, 'SM2');
  // A signature of GB/T 38540 contains the signer's certificate only, so verifiers need its issuer beforehand.
  return [...authorities.map(({ root }) => root), sm2.issuing];
}
