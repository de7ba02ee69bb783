import { inArray } from 'drizzle-orm';
import { account } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect, smsEffect } from '#edge/notice/effects.ts';

interface KeyRecipients {
  /** Accounts that get a notice. */
  noticed: readonly string[];
  /** Those of them that get a message on their phone as well. */
  phoned: readonly string[];
  ownerKey: string;
  template: 'KEY_BOUND' | 'SEAL_KEY_BOUND' | 'PASSKEY_ADDED';
  params: Record<string, string>;
}

/**
 * Statements that tell of a key that was bound. They stand in the transaction of the binding, so that no key is bound
 * without a word to those who can take it away again.
 */
export async function tellOfKey(
  context: Context,
  { noticed, phoned, ownerKey, template, params }: KeyRecipients,
): Promise<Statement[]> {
  const phones = await context.db
    .select({ id: account.id, sealed: account.mobileSealed })
    .from(account)
    .where(inArray(account.id, [...phoned]));
  return [
    ...noticed.map((accountId) =>
      enqueue(context, `notice:${accountId}`, noticeEffect, {
        accountId,
        ownerKey,
        category: 'system',
        template,
        params,
        taskId: '',
      }),
    ),
    ...phones.map(({ id, sealed }) =>
      enqueue(context, `sms:${id}`, smsEffect, {
        accountMobileSealed: sealed,
        sealContext: `mobile:${id}`,
        toAccountId: id,
        template,
        params,
      }),
    ),
  ];
}
