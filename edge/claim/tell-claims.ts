import type { MessageTemplate } from '#core/locales/message-text.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { writeTo } from '#edge/notice/write-to.ts';
import { type PartyChange, placeOf } from './change-parties.ts';
import type { WaitingParty } from './waiting-parties.ts';

/** What is the matter in a message: who sent which task, and for which enterprise. */
export const paramsOf = ({ task, entName, userName }: WaitingParty) => ({
  initiator: task.initiatorEntName || task.initiatorName,
  task: task.name,
  enterprise: entName,
  name: userName,
});

/** A notice about a task to an account, as itself or as a member of an enterprise. */
export const noticeOf = (
  context: Context,
  { task, id }: WaitingParty,
  reader: { accountId: string; ownerKey: string },
  template: MessageTemplate,
  params: Record<string, string>,
  /** Whether the notice leads to the task; not for somebody who may not see it. */
  leads = true,
): Statement =>
  enqueue(context, `task:${task.id}:${id}`, noticeEffect, {
    ...reader,
    category: 'contract',
    template,
    params,
    taskId: leads ? task.id : '',
  });

/** The sender of a task. */
export const senderOf = ({ task }: WaitingParty) => ({
  accountId: task.initiatorId,
  ownerKey: task.ownerKey,
});

/**
 * Tells an account what became its own: to sign it now, to have an enterprise verified first, or a copy. With `writes`, whoever
 * is to sign is written to as well, with the link that leads there: they are not looking at the product.
 */
export function tellClaim(
  context: Context,
  { party, ownerKey, accountId }: PartyChange,
  writes = false,
): Statement[] {
  const { task, part, state, type } = party;
  const place = placeOf({ ownerKey, accountId });
  if (!place || accountId === '' || task.state === 'REVIEWING') return [];
  const reader = { accountId, ownerKey: place.ownerKey };
  const { initiator, task: name, enterprise } = paramsOf(party);
  if (part === 'COPY') return [noticeOf(context, party, reader, 'TASK_COPY', { initiator, task: name })];
  const isOpen = task.state === 'IN_PROGRESS' || task.state === 'FROZEN' || task.state === 'NOT_STARTED';
  if (!isOpen || (state !== 'SIGNING' && state !== 'UNSIGNED')) return [];
  if (type === 'ENTERPRISE' && ownerKey === '')
    return [
      noticeOf(context, party, reader, 'TASK_WAITS_FOR_ENTERPRISE', { initiator, task: name, enterprise }),
    ];
  if (task.state !== 'IN_PROGRESS' || state !== 'SIGNING') return [];
  const message = { template: 'TASK_TO_SIGN' as const, params: { initiator, task: name } };
  return [
    noticeOf(context, party, reader, message.template, message.params),
    ...(writes ? writeTo(context, task, { ...party, accountId }, message) : []),
  ];
}
