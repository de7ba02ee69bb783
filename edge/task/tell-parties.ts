import type { MessageTemplate } from '#core/locales/message-text.ts';
import { type Context, personKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect, smsEffect } from '#edge/notice/effects.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { pushEffect } from '#edge/sync/effects.ts';
import type { TaskRow, WholeTask } from './read-task.ts';

type Told = Pick<SignerRow, 'id' | 'ownerKey' | 'accountId' | 'mobileSealed'>;

/** Effects that notify one party by SMS and, if registered, by a notice. */
export function tellParty(
  context: Context,
  task: Pick<TaskRow, 'id' | 'initiatorId'>,
  party: Told,
  template: MessageTemplate,
  params: Record<string, string>,
): Statement[] {
  const key = `task:${task.id}`;
  const sms = enqueue(context, `${key}:${party.id}`, smsEffect, {
    accountMobileSealed: party.mobileSealed,
    sealContext: `mobile:${party.id}`,
    template,
    params,
    fromAccountId: task.initiatorId,
  });
  if (!party.accountId) return [sms];
  return [
    sms,
    enqueue(context, `${key}:${party.id}`, noticeEffect, {
      accountId: party.accountId,
      ownerKey: party.ownerKey || personKey(party.accountId),
      category: 'contract',
      template,
      params,
      taskId: task.id,
    }),
  ];
}

/** A notice to the person who sent the task. */
export const tellInitiator = (
  context: Context,
  task: Pick<TaskRow, 'id' | 'initiatorId' | 'ownerKey'>,
  template: MessageTemplate,
  params: Record<string, string>,
): Statement =>
  enqueue(context, `task:${task.id}:initiator`, noticeEffect, {
    accountId: task.initiatorId,
    ownerKey: task.ownerKey,
    category: 'contract',
    template,
    params,
    taskId: task.id,
  });

/** Formats epoch ms for messages, in China's time zone (UTC+8): 2026-11-20 14:05. */
export const chinaTime = (at: number): string =>
  new Date(at + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

/** Notifies all open pages of the sender, signers and copy parties that the task changed. */
export function pushTask(context: Context, whole: Pick<WholeTask, 'task' | 'signers' | 'copies'>): Statement {
  const ownerKeys = new Set([
    whole.task.ownerKey,
    ...whole.signers.map((s) => s.ownerKey),
    ...whole.copies.map((c) => c.ownerKey),
  ]);
  ownerKeys.delete('');
  return enqueue(context, `task:${whole.task.id}:push`, pushEffect, {
    ownerKeys: [...ownerKeys],
    event: 'task-changed',
    taskId: whole.task.id,
  });
}
