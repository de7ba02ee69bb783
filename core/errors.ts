/**
 * The one catalogue of errors. The number is what the wire shows as `code` ([8.1]); the name is what code uses;
 * the text is `core/locales/<lang>/error.ts` under the same name. Ranges: 400xxx input, 401xxx and 70000xxx session,
 * 403xxx permission, 404xxx not found, 409xxx conflict, 413xxx too large, 429xxx too often, 500xxx ours,
 * 46xxxx documents (PDF, OFD, pictures), 47xxxx keys and certificates.
 */
export const ERROR_CODES = {
  // session: these codes end the session ([8.1c])
  SESSION_INVALID: 70000401,
  SESSION_EXPIRED: 70000411,
  SESSION_REPLACED: 70000412,
  SESSION_LOCKED: 70000413,
  CLOUD_SEAL_AUTHORIZATION_NEEDED: 70003009,
  // input
  INPUT_INVALID: 400000,
  // permission, lookup, conflict
  NO_PERMISSION: 403000,
  NOT_FOUND: 404000,
  CONFLICT: 409000,
  TOO_LARGE: 413000,
  TOO_OFTEN: 429000,
  INTERNAL: 500000,
  UNAVAILABLE: 503000,
  // documents
  DOCUMENT_EMPTY: 460000,
  DOCUMENT_NOT_PDF: 460001,
  DOCUMENT_BROKEN: 460002,
  DOCUMENT_ENCRYPTED: 460003,
  DOCUMENT_TOO_LARGE: 460004,
  DOCUMENT_TOO_COMPLEX: 460005,
  DOCUMENT_NOT_OFD: 460006,
  DOCUMENT_ENCRYPTED_AND_SIGNED: 460007,
  DOCUMENT_CERTIFIED_NO_CHANGES: 460008,
  DOCUMENT_CANNOT_APPEND: 460009,
  SIGNATURE_FIELD_NOT_FOUND: 460010,
  SIGNATURE_FIELD_SIGNED: 460011,
  SIGNATURE_FIELD_LOCKED: 460012,
  SIGNATURE_ROOM_TOO_SMALL: 460013,
  GLYPH_MISSING: 460014,
  DOCUMENT_UNSUPPORTED: 460015,
  // keys and certificates
  CERTIFICATE_BROKEN: 470000,
  KEY_UNSUPPORTED: 470001,
  SIGNATURE_VALUE_INVALID: 470002,
  TIMESTAMP_FAILED: 470003,
  ASN1_BROKEN: 470010,
  CMS_BROKEN: 470011,
  CRL_BROKEN: 470012,
  OCSP_BROKEN: 470013,
  TIMESTAMP_BROKEN: 470014,
  CERTIFICATE_REQUEST_BROKEN: 470015,
  KEY_BROKEN: 470016,
  ALGORITHM_UNSUPPORTED: 470017,
} as const;

export type ErrorName = keyof typeof ERROR_CODES;
export type ErrorParams = Record<string, string | number>;

/** An expected failure: shown to the person in their language, never with a stack. `field` names the input at fault. */
export class AppError extends Error {
  readonly params: ErrorParams;
  readonly field: string | undefined;
  override readonly name: ErrorName;
  constructor(name: ErrorName, params: ErrorParams = {}, field?: string) {
    super(name);
    this.name = name;
    this.params = params;
    this.field = field;
  }
  get code(): number {
    return ERROR_CODES[this.name];
  }
}

export const isAppError = (e: unknown): e is AppError => e instanceof AppError;
