import type { MessageTemplate } from '#core/locales/message-text.ts';
import { placeOf } from '#edge/claim/change-parties.ts';
import { type Context, personKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { writeTo } from '#edge/notice/write-to.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { pushEffect } from '#edge/sync/effects.ts';
import type { TaskRow, TaskWithParties } from './read-task.ts';

type PartyRow = Pick<
  SignerRow,
  'id' | 'ownerKey' | 'accountId' | 'mobileIndex' | 'mobileSealed' | 'emailSealed'
>;
type OfTask = Pick<TaskRow, 'id' | 'initiatorId' | 'ownerKey'>;
type Params = Record<string, string>;

/** Effects that notify one party by SMS and mail, with the party's link, and, if registered, by a notice. */
export const tellParty = (
  context: Context,
  task: Pick<TaskRow, 'id' | 'initiatorId'>,
  party: PartyRow,
  template: MessageTemplate,
  params: Params,
): Statement[] => [
  ...writeTo(context, task, party, { template, params }),
  ...(party.accountId ? [sendNoticeTo(context, task, readerOf(party), template, params)] : []),
];

/**
 * Effects that notify several parties, and the sender by a notice if `sender` is set: each person once, who may be
 * several of them. Of the notices of one person an enterprise's is kept, as single sign-on sessions see no other.
 */
export function tellEachOnce(
  context: Context,
  task: OfTask,
  parties: readonly PartyRow[],
  { template, params, sender = false }: { template: MessageTemplate; params: Params; sender?: boolean },
): Statement[] {
  const mobiles = new Map(parties.map((party) => [party.accountId || party.mobileIndex, party]));
  const readers = new Map<string, Reader>();
  for (const reader of [
    ...(sender ? [initiatorOf(task)] : []),
    ...parties.filter(({ accountId }) => accountId).map(readerOf),
  ]) {
    const known = readers.get(reader.accountId);
    if (!known || known.ownerKey === personKey(known.accountId)) readers.set(reader.accountId, reader);
  }
  return [
    ...[...mobiles.values()].flatMap((party) => writeTo(context, task, party, { template, params })),
    ...[...readers.values()].map((reader) => sendNoticeTo(context, task, reader, template, params)),
  ];
}

/** To whom a notice goes, as whom, and the part of the task's effects that it belongs to. */
type Reader = { part: string; accountId: string; ownerKey: string };

const readerOf = ({ id, accountId, ownerKey }: PartyRow): Reader => ({
  part: id,
  accountId,
  ownerKey: ownerKey || personKey(accountId),
});

const initiatorOf = ({ initiatorId, ownerKey }: OfTask): Reader => ({
  part: 'initiator',
  accountId: initiatorId,
  ownerKey,
});

const sendNoticeTo = (
  context: Context,
  task: Pick<TaskRow, 'id'>,
  { part, accountId, ownerKey }: Reader,
  template: MessageTemplate,
  params: Params,
  noticeId = '',
): Statement =>
  enqueue(context, `task:${task.id}:${part}`, noticeEffect, {
    accountId,
    ownerKey,
    category: 'contract',
    template,
    params,
    taskId: task.id,
    noticeId,
  });

/** A notice to the person who sent the task; `noticeId` where it may be caused twice. */
export const tellInitiator = (
  context: Context,
  task: OfTask,
  template: MessageTemplate,
  params: Params,
  noticeId = '',
): Statement => sendNoticeTo(context, task, initiatorOf(task), template, params, noticeId);

/** Tells the sender that a message to a party, by name, did not arrive; `id` is the one of what tells it. */
export const tellUndelivered = (
  context: Context,
  contract: TaskWithParties,
  name: string,
  id: string,
): Statement[] => [
  tellInitiator(context, contract.task, 'TASK_NOT_DELIVERED', { task: contract.task.name, name }, id),
  pushTask(context, { task: contract.task, signers: [], ccParties: [] }),
];

/** Notifies all open pages of the sender, signers and copy parties that the task changed. */
export function pushTask(
  context: Context,
  contract: Pick<TaskWithParties, 'task' | 'signers' | 'ccParties'>,
): Statement {
  const ownerKeys = new Set([
    contract.task.ownerKey,
    ...[...contract.signers, ...contract.ccParties].flatMap((party) => placeOf(party)?.ownerKey ?? []),
  ]);
  return enqueue(context, `task:${contract.task.id}:push`, pushEffect, {
    ownerKeys: [...ownerKeys],
    event: 'task-changed',
    taskId: contract.task.id,
  });
}
