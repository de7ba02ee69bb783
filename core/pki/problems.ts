/**
 * Problems of a certificate, a signature, a token or a path: the codes in the field `problems` of results, each with a
 * line of explanation. Codes are stable; screens translate them.
 */
export const PROBLEMS = {
  // signatures and messages
  'signature-invalid': 'The signature value does not match what was signed.',
  'signature-algorithm-unsupported':
    'The signature algorithm, its parameters or the kind of key is not known.',
  'signature-key-mismatch': 'The signature algorithm does not go with the kind of the key.',
  'signature-algorithm-mismatch': 'The two places that name the signature algorithm disagree.',
  'key-broken': 'The public key cannot be decoded or is not a point of its curve.',
  'key-too-weak': 'The key is shorter than is safe today (RSA or DSA below 2048 bits, EC below 224).',
  'digest-weak': 'The digest algorithm is broken for signatures (MD5, SHA-1, RIPEMD-160).',
  'digest-unsupported': 'The digest algorithm is not known.',
  'message-digest-mismatch': 'The content is not what was signed: its digest differs from the signed one.',
  'message-digest-missing': 'The signed attributes lack the digest of the content.',
  'content-type-missing': 'The signed attributes lack the content type.',
  'content-type-mismatch': 'The signed content type is not that of the content.',
  'content-missing': 'The message carries no content and none was given to check.',
  'no-signer': 'The message has no signer.',
  'signer-certificate-missing': 'The certificate of the signer is not in the message.',
  'signing-certificate-missing':
    'The signed attributes do not name the certificate (no ESS signing-certificate).',
  'signing-certificate-mismatch':
    'The signed attributes name another certificate than the one that was used.',
  'signed-attributes-missing': 'The content is signed directly, without signed attributes.',
  'attribute-repeated': 'An attribute that may occur once occurs several times.',
  'attribute-broken': 'An attribute cannot be decoded.',
  'algorithm-protection-mismatch': 'The protected algorithm names differ from those used.',
  'trailing-bytes': 'The message is followed by bytes that are not zero padding.',
  // time stamps
  'timestamp-broken': 'The time stamp token cannot be decoded.',
  'timestamp-imprint-mismatch': 'The time stamp is on something else.',
  'timestamp-nonce-mismatch': 'The answer does not carry the nonce of the request.',
  'timestamp-policy-mismatch': 'The time stamp was made under another policy than the one asked for.',
  'timestamp-rejected': 'The time stamp authority refused the request.',
  'timestamp-eku-missing': 'The certificate is not for time stamping only (critical extended key usage).',
  // certificates and paths
  'no-path': 'No chain of certificates leads to a trusted root.',
  'path-too-complex': 'There are too many possible chains to try.',
  'certificate-broken': 'A certificate of the chain cannot be decoded.',
  'certificate-signature-invalid': 'A certificate of the chain was not signed by the one above it.',
  'certificate-not-yet-valid': 'A certificate of the chain was not valid yet at that time.',
  'certificate-expired': 'A certificate of the chain had expired at that time.',
  'name-chaining-broken': 'The issuer named in a certificate is not the subject of the one above it.',
  'not-a-ca': 'A certificate that issued another is not one of a certificate authority.',
  'path-length-exceeded': 'The chain is longer than a certificate authority allows.',
  'key-usage-no-cert-sign': 'A certificate authority’s key must not sign certificates.',
  'key-usage-not-for-signing': 'The key of the end certificate is not for signing documents.',
  'ext-key-usage-mismatch': 'The certificate is not for this purpose (extended key usage).',
  'unknown-critical-extension': 'A certificate holds a critical extension that is not understood.',
  'extension-repeated': 'A certificate holds the same extension twice.',
  'name-not-permitted': 'A name lies outside what a certificate authority may issue for.',
  'name-excluded': 'A name lies in what a certificate authority must not issue for.',
  'name-constraint-unsupported': 'A certificate is limited in a kind of name that is not understood.',
  'policy-required': 'No certificate policy is good for the whole chain, though one is required.',
  'policy-mapping-invalid': 'A policy mapping names the policy “any”, which is not allowed.',
  // revocation
  revoked: 'A certificate of the chain was revoked at that time.',
  'revocation-unknown': 'Nothing valid says whether a certificate of the chain was revoked.',
  'revocation-stale': 'The list or answer about revocation was out of date at that time.',
  'revocation-on-hold': 'A certificate of the chain was on hold at that time.',
  'crl-signature-invalid': 'A list of revoked certificates was not signed by its issuer.',
  'crl-issuer-not-allowed': 'The key that signed a list of revoked certificates may not do so.',
  'crl-unknown-critical-extension':
    'A list of revoked certificates holds a critical extension that is not understood.',
  'ocsp-not-successful': 'The responder (OCSP) gave no answer.',
  'ocsp-signature-invalid': 'An answer about revocation (OCSP) was not signed by its responder.',
  'ocsp-responder-not-allowed': 'The responder (OCSP) has no authority from the issuer of the certificate.',
  'ocsp-nonce-mismatch': 'The answer (OCSP) does not carry the nonce of the request.',
  'ocsp-other-certificate': 'The answer (OCSP) is about another certificate.',
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
