/**
 * Every problem that a verification can report, with its weight. The texts are in core/locales/<lang>/problem.ts, the
 * meanings in docs/verification.md.
 *
 * fatal: the signature is invalid. doubt: it cannot be called valid (indeterminate). note: for information only.
 */
export type ProblemWeight = 'fatal' | 'doubt' | 'note';

export const PROBLEMS = {
  // the file
  'file-not-readable': 'fatal',
  'file-empty': 'fatal',
  'file-not-recognized': 'fatal',
  'file-broken': 'fatal',
  'file-encrypted': 'fatal',
  'file-too-complex': 'fatal',
  'file-unsupported': 'fatal',
  'file-recovered': 'doubt',
  'file-no-signature': 'note',
  'file-hybrid-xref': 'note',
  'file-trailing-data': 'note',
  'file-views-differ': 'fatal',
  'file-header-misplaced': 'note',
  'form-xfa': 'note',
  'embedded-files': 'note',
  'active-launch': 'note',
  'active-javascript': 'note',

  // a bundle of evidence
  'evidence-broken': 'fatal',
  'evidence-report-changed': 'fatal',
  'evidence-document-changed': 'fatal',
  'evidence-trail-changed': 'fatal',
  'evidence-not-in-log': 'fatal',
  'evidence-checkpoint-invalid': 'fatal',
  'evidence-checkpoint-not-stamped': 'doubt',

  // PDF: the signature dictionary and what it covers
  'contents-missing': 'fatal',
  'contents-null': 'fatal',
  'contents-empty': 'fatal',
  'contents-malformed': 'fatal',
  'signature-removed': 'fatal',
  'contents-not-hex': 'fatal',
  'contents-whitespace': 'fatal',
  'contents-outside-gap': 'fatal',
  'contents-trailing-data': 'note',
  'byterange-missing': 'fatal',
  'byterange-null': 'fatal',
  'byterange-malformed': 'fatal',
  'byterange-negative': 'fatal',
  'byterange-beyond-end': 'fatal',
  'byterange-overlap': 'fatal',
  'byterange-swapped': 'fatal',
  'byterange-not-from-start': 'fatal',
  'byterange-extra-ranges': 'fatal',
  'byterange-gap-not-contents': 'fatal',
  'byterange-partial': 'fatal',
  'coverage-incomplete': 'fatal',
  'byterange-duplicate': 'fatal',
  'signature-dictionary-malformed': 'fatal',
  'signature-not-parsable': 'fatal',
  'signature-unsupported-subfilter': 'doubt',
  'signature-duplicate-keys': 'fatal',
  'signature-shared': 'doubt',
  'signature-type-mismatch': 'doubt',
  'signature-not-in-form': 'doubt',
  'duplicate-objects': 'fatal',
  'unlisted-objects': 'note',
  'duplicate-fields': 'fatal',
  'duplicate-keys': 'doubt',

  // cryptography
  'digest-mismatch': 'fatal',
  'digest-unsupported': 'doubt',
  'signature-value-wrong': 'fatal',
  'signature-algorithm-unsupported': 'doubt',
  'signature-algorithm-mismatch': 'note',
  'signed-attributes-wrong': 'fatal',
  'content-type-wrong': 'fatal',
  'signer-count': 'fatal',
  'signer-certificate-missing': 'doubt',
  'signer-certificate-mismatch': 'fatal',
  'signing-certificate-attribute-missing': 'note',
  'cms-attributes-odd': 'note',
  'weak-digest': 'doubt',
  'weak-key': 'doubt',
  'not-pades': 'note',

  // certificates and time
  'chain-untrusted': 'doubt',
  'chain-invalid': 'fatal',
  'chain-unknown': 'doubt',
  'certificate-expired': 'doubt',
  'certificate-not-yet-valid': 'fatal',
  'certificate-revoked': 'fatal',
  'certificate-revoked-later': 'note',
  'certificate-revoked-unproven': 'doubt',
  'certificate-key-usage': 'fatal',
  'revocation-unknown': 'note',
  'revocation-data-broken': 'note',
  'timestamp-broken': 'doubt',
  'timestamp-mismatch': 'doubt',
  'timestamp-untrusted': 'note',
  'signing-time-unproven': 'note',
  'signing-time-in-future': 'doubt',
  'policy-not-checked': 'note',

  // changes after signing
  'changes-disallowed': 'fatal',
  'changes-unknown': 'fatal',
  'changes-after-certification': 'fatal',
  'changes-to-locked-field': 'fatal',
  'change-page-content': 'fatal',
  'change-pages': 'fatal',
  'change-annotation': 'fatal',
  'change-annotation-hides-content': 'fatal',
  'change-form-field': 'fatal',
  'fields-filled-later': 'note',
  'change-signature-field': 'fatal',
  'change-signed-value': 'fatal',
  'change-appearance': 'fatal',
  'change-field-look': 'fatal',
  'covers-signed-content': 'fatal',
  'seal-over-signed-content': 'note',
  'change-font': 'fatal',
  'change-catalog': 'fatal',
  'change-structure': 'fatal',
  'change-validation-data': 'fatal',
  'change-metadata': 'fatal',
  'change-object': 'fatal',
  'change-object-freed': 'fatal',
  'change-action': 'fatal',
  'shadow-content': 'fatal',
  'shadow-hide': 'fatal',
  'shadow-replace': 'fatal',
  'shadow-hide-and-replace': 'fatal',
  'incremental-saving-attack': 'fatal',
  'signature-wrapping': 'fatal',

  // OFD
  'ofd-reference-missing': 'fatal',
  'ofd-reference-digest': 'fatal',
  'ofd-entry-added': 'fatal',
  'ofd-entry-unprotected': 'doubt',
  'ofd-root-unprotected': 'note',
  'ofd-signature-digest': 'fatal',
  'ofd-seal-broken': 'fatal',
  'ofd-seal-mismatch': 'fatal',
  'ofd-seal-expired': 'doubt',
  'ofd-seal-signer-mismatch': 'fatal',
  'ofd-seal-maker-untrusted': 'doubt',
} as const satisfies Record<string, ProblemWeight>;

export type ProblemCode = keyof typeof PROBLEMS;

export const problemWeight = (code: ProblemCode): ProblemWeight => PROBLEMS[code];

/** The highest weight among the problems; null if all are notes. */
export function heaviest(problems: readonly ProblemCode[]): 'fatal' | 'doubt' | null {
  if (problems.some((code) => PROBLEMS[code] === 'fatal')) return 'fatal';
  return problems.some((code) => PROBLEMS[code] === 'doubt') ? 'doubt' : null;
}
