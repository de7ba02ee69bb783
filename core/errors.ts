import { ACCOUNT_ERRORS } from './account/errors.ts';
import { APIKEY_ERRORS } from './apikey/errors.ts';
import { APPROVAL_ERRORS } from './approval/errors.ts';
import { AUTOSIGN_ERRORS } from './autosign/errors.ts';
import { BATCH_ERRORS } from './batch/errors.ts';
import { CERTIFICATE_ERRORS } from './certificate/errors.ts';
import { COMPANY_ERRORS } from './company/errors.ts';
import { CONTACT_ERRORS } from './contact/errors.ts';
import { CREDIT_ERRORS } from './credit/errors.ts';
import { DOCX_ERRORS } from './docx/errors.ts';
import { EMBED_ERRORS } from './embed/errors.ts';
import { EMPLOYEE_ERRORS } from './employee/errors.ts';
import { HELP_ERRORS } from './help/errors.ts';
import { IDENTITY_ERRORS } from './identity/errors.ts';
import { INVITATION_ERRORS } from './invitation/errors.ts';
import { OFD_ERRORS } from './ofd/errors.ts';
import { ORDER_ERRORS } from './order/errors.ts';
import { PAYMENT_ERRORS } from './payment/errors.ts';
import { PDF_ERRORS } from './pdf/errors.ts';
import { PKI_ERRORS } from './pki/errors.ts';
import { PLATFORM_ERRORS } from './platform/errors.ts';
import { REALNAME_ERRORS } from './realname/errors.ts';
import { SEAL_ERRORS } from './seal/errors.ts';
import { SHEET_ERRORS } from './sheet/errors.ts';
import { SIGNINGLINK_ERRORS } from './signinglink/errors.ts';
import { SSO_ERRORS } from './sso/errors.ts';
import { TASK_ERRORS } from './task/errors.ts';
import { TEMPLATE_ERRORS } from './template/errors.ts';
import { TYPESET_ERRORS } from './typeset/errors.ts';
import { WEBHOOK_ERRORS } from './webhook/errors.ts';

/** Errors of no domain. */
export const COMMON_ERRORS = {
  INPUT_INVALID: 400000,
  REPEATED_REQUEST_DIFFERS: 400003,
  UPLOAD_QUOTA: 429001,
  NO_PERMISSION: 403000,
  NOT_FOUND: 404000,
  CONFLICT: 409000,
  FILE_NOT_UPLOADED: 409007,
  DIGEST_DIFFERS: 409009,
  TOO_LARGE: 413000,
  TOO_OFTEN: 429000,
  INTERNAL: 500000,
  UNAVAILABLE: 503000,
  PICTURE_TYPE_WRONG: 460021,
  PICTURE_TOO_LARGE: 460022,
  PICTURE_DIMENSIONS: 460024,
} as const;

/**
 * The catalogue of all errors, a line for each domain. The number is the wire's `code` ([8.1a], [8.1b]); code uses the
 * name; the texts are under the same name in the domain's `error-texts/<lang>.ts`, those of no domain in
 * `core/locales/<lang>/error.ts`. Ranges: 400xxx input, 401xxx and 70000xxx session, 403xxx permission, 404xxx not
 * found, 409xxx conflict, 413xxx too large, 429xxx too many requests, 500xxx internal, 503xxx unavailable, 46xxxx
 * documents (PDF, OFD, pictures), 47xxxx keys and certificates.
 */
export const ERROR_CODES = {
  ...COMMON_ERRORS,
  ...ACCOUNT_ERRORS,
  ...APIKEY_ERRORS,
  ...APPROVAL_ERRORS,
  ...AUTOSIGN_ERRORS,
  ...BATCH_ERRORS,
  ...CERTIFICATE_ERRORS,
  ...COMPANY_ERRORS,
  ...CONTACT_ERRORS,
  ...CREDIT_ERRORS,
  ...DOCX_ERRORS,
  ...EMBED_ERRORS,
  ...EMPLOYEE_ERRORS,
  ...HELP_ERRORS,
  ...IDENTITY_ERRORS,
  ...INVITATION_ERRORS,
  ...OFD_ERRORS,
  ...ORDER_ERRORS,
  ...PAYMENT_ERRORS,
  ...PDF_ERRORS,
  ...PKI_ERRORS,
  ...PLATFORM_ERRORS,
  ...REALNAME_ERRORS,
  ...SEAL_ERRORS,
  ...SHEET_ERRORS,
  ...SIGNINGLINK_ERRORS,
  ...SSO_ERRORS,
  ...TASK_ERRORS,
  ...TEMPLATE_ERRORS,
  ...TYPESET_ERRORS,
  ...WEBHOOK_ERRORS,
} as const;

export type ErrorName = keyof typeof ERROR_CODES;
export type ErrorParams = Record<string, string | number>;

/**
 * An expected failure: shown to the person in their language, never with a stack trace. `field` is the invalid input
 * field.
 */
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
  /** The number sent as `code` ([8.1]). */
  get code(): number {
    return ERROR_CODES[this.name];
  }
}

export const isAppError = (e: unknown): e is AppError => e instanceof AppError;
