/** Maps the codes of core/pki to those for a signature on a document. */
import type { ProblemCode as PkiProblem } from '#core/pki/problems.ts';
import type { ProblemCode } from './problems.ts';

const MEANING: Record<PkiProblem, ProblemCode | null> = {
  'signature-invalid': 'signature-value-wrong',
  'signature-algorithm-unsupported': 'signature-algorithm-unsupported',
  'signature-key-mismatch': 'signature-value-wrong',
  'signature-algorithm-mismatch': 'signature-algorithm-mismatch',
  'key-broken': 'signature-value-wrong',
  'key-too-weak': 'weak-key',
  'digest-weak': 'weak-digest',
  'digest-unsupported': 'digest-unsupported',
  'message-digest-mismatch': 'digest-mismatch',
  'message-digest-missing': 'signed-attributes-wrong',
  'content-type-missing': 'signed-attributes-wrong',
  'content-type-mismatch': 'content-type-wrong',
  'content-missing': 'signature-not-parsable',
  'no-signer': 'signer-count',
  'signer-certificate-missing': 'signer-certificate-missing',
  'signing-certificate-missing': 'signing-certificate-attribute-missing',
  'signing-certificate-mismatch': 'signer-certificate-mismatch',
  'signed-attributes-missing': null,
  'attribute-repeated': 'cms-attributes-odd',
  'attribute-broken': 'cms-attributes-odd',
  'algorithm-protection-mismatch': 'signed-attributes-wrong',
  'trailing-bytes': 'contents-trailing-data',
  'timestamp-broken': 'timestamp-broken',
  'timestamp-imprint-mismatch': 'timestamp-mismatch',
  'timestamp-nonce-mismatch': 'timestamp-broken',
  'timestamp-policy-mismatch': 'timestamp-broken',
  'timestamp-rejected': 'timestamp-broken',
  'timestamp-eku-missing': 'timestamp-broken',
  'no-path': 'chain-untrusted',
  'path-too-complex': 'chain-unknown',
  'certificate-broken': null,
  'certificate-signature-invalid': 'chain-invalid',
  'certificate-not-yet-valid': 'certificate-not-yet-valid',
  'certificate-expired': 'certificate-expired',
  'name-chaining-broken': 'chain-invalid',
  'not-a-ca': 'chain-invalid',
  'path-length-exceeded': 'chain-invalid',
  'key-usage-no-cert-sign': 'chain-invalid',
  'key-usage-not-for-signing': 'certificate-key-usage',
  'ext-key-usage-mismatch': 'certificate-key-usage',
  'unknown-critical-extension': 'chain-invalid',
  'extension-repeated': 'chain-invalid',
  'name-not-permitted': 'chain-invalid',
  'name-excluded': 'chain-invalid',
  'name-constraint-unsupported': 'chain-invalid',
  'policy-required': 'chain-invalid',
  'policy-mapping-invalid': 'chain-invalid',
  revoked: 'certificate-revoked',
  'revocation-unknown': 'revocation-unknown',
  'revocation-stale': 'revocation-unknown',
  'revocation-on-hold': 'certificate-revoked',
  'crl-signature-invalid': 'revocation-data-broken',
  'crl-issuer-not-allowed': 'revocation-data-broken',
  'crl-unknown-critical-extension': 'revocation-data-broken',
  'ocsp-not-successful': 'revocation-unknown',
  'ocsp-signature-invalid': 'revocation-data-broken',
  'ocsp-responder-not-allowed': 'revocation-data-broken',
  'ocsp-nonce-mismatch': 'revocation-data-broken',
  'ocsp-other-certificate': 'revocation-unknown',
};

/** The document's codes for those of core/pki, without duplicates. */
export function fromPki(problems: readonly PkiProblem[]): ProblemCode[] {
  const codes = problems
    .map((problem) => MEANING[problem])
    .filter((code) => code !== null && code !== undefined);
  return [...new Set(codes)];
}
