import {
  type Certificate,
  type DistributionPoint,
  type DistributionPointName,
  REASON_FLAGS,
  type RevocationReason,
} from '../certificate/certificate.ts';
import type { GeneralName } from '../certificate/general-name.ts';
import type { Crl } from '../crl/crl.ts';
import type { Name } from '../name/name.ts';
import { extendName } from '../name/parse-name.ts';

/** All reasons that a distribution point can name. */
export const ALL_REASONS: readonly RevocationReason[] = REASON_FLAGS.filter((reason) => reason !== undefined);

/** Name keys of the issuers that may have signed the CRLs of this distribution point. */
export function crlIssuerKeys(point: DistributionPoint, certificate: Certificate): string[] {
  if (!point.crlIssuer) return [certificate.issuer.key];
  return point.crlIssuer.flatMap((name) => (name.kind === 'directory' ? [name.value.key] : []));
}

/** Whether the CRL covers this certificate and distribution point (RFC 5280, clause 6.3.3 b). */
export function isInScope(crl: Crl, point: DistributionPoint, certificate: Certificate): boolean {
  if (!crlIssuerKeys(point, certificate).includes(crl.issuer.key)) return false;
  const scope = crl.issuingDistributionPoint;
  if (point.crlIssuer && !scope?.indirect) return false;
  if (!scope) return true;
  const ca = certificate.extensions.basicConstraints?.ca === true;
  if (
    scope.onlyAttributeCertificates ||
    (scope.onlyUserCertificates && ca) ||
    (scope.onlyCaCertificates && !ca)
  ) {
    return false;
  }
  if (!scope.name) return true;
  const listed = pointNames(scope.name, crl.issuer);
  const names = point.name
    ? pointNames(point.name, issuerNameOf(point, certificate))
    : namesOf(point.crlIssuer ?? []);
  return names.some((name) => listed.includes(name));
}

/** Base of relative names: the CRL's issuer, as named by the certificate. */
function issuerNameOf(point: DistributionPoint, certificate: Certificate): Name {
  const named = point.crlIssuer?.find((name) => name.kind === 'directory');
  return named?.value ?? certificate.issuer;
}

function pointNames(name: DistributionPointName, base: Name): string[] {
  if (name.kind === 'full') return namesOf(name.names);
  return [`directory ${extendName(base, [...name.rdn]).key}`];
}

function namesOf(names: readonly GeneralName[]): string[] {
  return names.flatMap((name) => {
    if (name.kind === 'directory') return [`directory ${name.value.key}`];
    return name.kind === 'uri' || name.kind === 'dns' || name.kind === 'email'
      ? [`${name.kind} ${name.value}`]
      : [];
  });
}

/** The reasons that this CRL covers for this distribution point (clause 6.3.3 d). */
export function reasonsOf(crl: Crl, point: DistributionPoint): RevocationReason[] {
  const some = crl.issuingDistributionPoint?.onlySomeReasons;
  return ALL_REASONS.filter(
    (reason) => (point.reasons?.includes(reason) ?? true) && (some?.includes(reason) ?? true),
  );
}

/** Whether two CRLs have the same issuing distribution point, as a delta CRL and its base must. */
export function sameScope(a: Crl, b: Crl): boolean {
  return scopeText(a) === scopeText(b);
}

function scopeText(crl: Crl): string {
  const scope = crl.issuingDistributionPoint;
  if (!scope) return '';
  const { name, ...flags } = scope;
  return JSON.stringify([name ? pointNames(name, crl.issuer) : [], flags]);
}
