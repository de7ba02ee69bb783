import type { AnyCall } from '#core/call.ts';
import { type ErrorName, isAppError } from '#core/errors.ts';
import type { Actor, Context } from '#edge/kernel/context.ts';

/** Failed authentication: a wrong password, code, link, token or proof. */
const NOT_PROVED = [
  'LOGIN_FAILED',
  'LOGIN_TOO_OFTEN',
  'SESSION_INVALID',
  'CODE_WRONG',
  'SIGN_PASSWORD_WRONG',
  'OLD_PASSWORD_WRONG',
  'PASSWORD_ENVELOPE_INVALID',
  'CAPTCHA_WRONG',
  'CAPTCHA_TOO_OFTEN',
  'TICKET_INVALID',
  'CLIENT_INVALID',
  'HAND_LINK_INVALID',
  'HAND_LINK_USED',
  'SSO_LINK_INVALID',
  'SSO_LINK_EXPIRED',
  'SSO_LINK_USED',
  'SSO_NOT_YOURSELF',
  'SSO_IDENTITY_FIXED',
  'API_KEY_INVALID',
  'API_KEY_ENDED',
  'EMBED_LINK_INVALID',
  'EMBED_LINK_USED',
  'EMBED_LINK_ENDED',
  'UKEY_LOGIN_FAILED',
  'PASSKEY_NEEDED',
  'PASSKEY_NOT_TAKEN',
  'KEY_PROOF_NOT_TAKEN',
  'KEY_NOT_ATTESTED',
  'AUTHENTICATION_FAILED',
  'TRANSFER_WRONG',
  'PAYMENT_NOTICE_REFUSED',
] as const satisfies ErrorName[];
/** Failed authorization, and attempts to get around a rule or a rate limit. */
const NOT_ALLOWED = [
  'NO_PERMISSION',
  'NO_SIGNING_PERMISSION',
  'NOT_YOUR_TURN',
  'NOT_FOUND',
  'ROLE_NOT_YOURS',
  'SEAL_NOT_AUTHORIZED',
  'UKEY_NOT_AUTHORIZED',
  'ENTERPRISE_SEAL_NEEDED',
  'SIGNATURE_NOT_INK',
  'DOCUMENT_ACTIVE',
  'DIGEST_DIFFERS',
  'REPEATED_REQUEST_DIFFERS',
  'TOO_OFTEN',
  'UPLOAD_QUOTA',
  'DRAFT_QUOTA',
  'API_KEY_ELSEWHERE',
  'API_KEY_SCOPE',
  'API_KEY_HOLDER',
  'EMBED_ORIGIN',
  'EMBED_NOT_HERE',
  'EMBED_NOT_MEMBER',
] as const satisfies ErrorName[];

const KINDS: ReadonlyMap<ErrorName, 'authentication' | 'authorization'> = new Map([
  ...NOT_PROVED.map((name) => [name, 'authentication'] as const),
  ...NOT_ALLOWED.map((name) => [name, 'authorization'] as const),
]);

/**
 * Logs a refused call as one line of JSON if it is relevant to security: time (ISO 8601), call, error, request id, client
 * address, and account, enterprise and session where they are known. The input is never logged, because it may hold
 * names, numbers and secrets. Other errors are not logged.
 */
export function noteRefusal(
  call: Pick<AnyCall, 'id'>,
  error: unknown,
  { now, requestId, address }: Pick<Context, 'now' | 'requestId' | 'address'>,
  actor: Actor | undefined,
): void {
  const kind = isAppError(error) ? KINDS.get(error.name) : undefined;
  if (!kind || !isAppError(error)) return;
  const record = {
    at: new Date(now).toISOString(),
    event: 'refused',
    kind,
    call: call.id,
    error: error.name,
    requestId,
    address,
    account: actor?.accountId ?? '',
    enterprise: actor?.entId ?? '',
    session: actor?.sessionId ?? '',
  };
  console.log(JSON.stringify(record));
}
