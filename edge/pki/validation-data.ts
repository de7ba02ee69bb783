import { type Bytes, toHex } from '#core/bytes.ts';
import type { ValidationMaterial } from '#core/pdf/sign/add-validation-data.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import type { Context } from '#edge/kernel/context.ts';
import { fetchRevocation } from '#edge/kernel/providers/revocation.ts';
import { openAuthority } from './authority.ts';
import { FAMILIES, type Family } from './families.ts';
import { currentCrl, ocspAnswerOf } from './revocation.ts';

/**
 * What a later validation of these certificates needs (ETSI EN 319 142-1, clause 5.4): the chain above each, and of
 * each but the roots an answer or a list that says whether it is revoked. Of certificates of other authorities what
 * their own addresses say, where the settings allow to ask there.
 */
export async function validationDataFor(
  context: Context,
  certificates: readonly Certificate[],
): Promise<Required<ValidationMaterial>> {
  const chain = new Map(certificates.map((one) => [toHex(one.der), one]));
  const ocsps: Bytes[] = [];
  const crls: Bytes[] = [];
  const keep = (one: Certificate) => chain.set(toHex(one.der), one);
  const rooted = new Set<Family>();
  for (const certificate of certificates) {
    const family = await familyOf(context, certificate);
    if (family === 'own') continue;
    if (!family) {
      const issuer = certificates.find((other) => other.subject.key === certificate.issuer.key);
      const said = certificate.selfIssued ? {} : await fetchRevocation(context, certificate, issuer);
      if (said.ocsp) ocsps.push(said.ocsp);
      if (said.crl) crls.push(said.crl);
      continue;
    }
    const { issuing, root } = await openAuthority(context, family);
    keep(issuing);
    keep(root);
    ocsps.push(await ocspAnswerOf(context, family, certificate.serialHex));
    rooted.add(family);
  }
  for (const family of rooted) crls.push((await currentCrl(context, family, 'root')).der);
  return { certificates: [...chain.values()].map(({ der }) => der), ocsps, crls };
}

/** The family whose issuing authority made it; `own` for the certificates of an authority itself. */
async function familyOf(context: Context, certificate: Certificate): Promise<Family | 'own' | undefined> {
  for (const family of FAMILIES) {
    const { issuing, root } = await openAuthority(context, family);
    if (certificate.issuer.key === issuing.subject.key) return family;
    if (certificate.issuer.key === root.subject.key) return 'own';
  }
  return undefined;
}
