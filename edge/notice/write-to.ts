import type { MessageTemplate } from '#core/locales/message-text.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { mailEffect, smsEffect } from './effects.ts';

/** A party of a task as far as it is written to. */
export interface ReachedParty {
  id: string;
  accountId: string;
  mobileIndex: string;
  mobileSealed: string;
  emailSealed: string;
}

/** A short message where the party has a number, and a mail where it has an address; with its link unless it lost its part. */
export function writeTo(
  context: Context,
  task: { id: string; initiatorId: string },
  { id, mobileIndex, mobileSealed, emailSealed, accountId }: ReachedParty,
  message: { template: MessageTemplate; params: Record<string, string> },
  hasLink = true,
): Statement[] {
  const key = `task:${task.id}:${id}`;
  const invited = { taskId: task.id, partyId: id, mobileIndex };
  const more = { ...message, toAccountId: accountId, ...(hasLink ? { invited } : {}) };
  return [
    ...(mobileSealed === ''
      ? []
      : [
          enqueue(context, key, smsEffect, {
            ...more,
            accountMobileSealed: mobileSealed,
            sealContext: `mobile:${id}`,
            fromAccountId: task.initiatorId,
          }),
        ]),
    ...(emailSealed === ''
      ? []
      : [
          // Beside a failing short message: neither waits for the other.
          enqueue(context, `${key}:mail`, mailEffect, {
            ...more,
            taskId: task.id,
            emailSealed,
            sealContext: `email:${id}`,
            ownAddress: mobileSealed === '',
          }),
        ]),
  ];
}
