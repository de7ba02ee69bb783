import { accountRecord } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

export const ACCOUNT_RECORDS = [
  'PASSWORD_CHANGED',
  'MOBILE_CHANGED',
  'MAIL_CHANGED',
  'SIGN_PASSWORD_SET',
  'SIGN_PASSWORD_CHANGED',
  'SIGN_PASSWORD_RESET',
  'SIGNATURE_FROM_PHONE',
  'KEY_BOUND',
  'KEY_REMOVED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'CLOSED',
] as const;
export type AccountRecord = (typeof ACCOUNT_RECORDS)[number];

/** An entry in an account's record: what kind of thing changed, never its old or new value. */
export const recordAccount = (
  context: Context,
  accountId: string,
  record: AccountRecord,
  sessionId = '',
): Statement =>
  context.db
    .insert(accountRecord)
    .values({ id: context.newId(), accountId, at: context.now, record, sessionId });
