import { and, eq, type SQL } from 'drizzle-orm';
import type { MessageTemplate } from '#core/locales/message-text.ts';
import { participant } from '#db/schema/index.ts';
import { runningSealUses } from '#edge/approval/seal-uses.ts';
import { placeOf } from '#edge/claim/change-parties.ts';
import { type Context, personKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { writeTo } from '#edge/notice/write-to.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { isMoved } from './corrected-party.ts';
import type { TaskWithParties } from './read-task.ts';
import { lapsing } from './review-seal-use.ts';
import { pushTask } from './tell-parties.ts';

/**
 * Guards and statements that end what let a former signer into a task, when somebody else is named in their place: requests to
 * use seals, the view of their approvers, and their open pages. The link that was sent to them ends by itself, as it belongs to
 * their number. Who had been called is told that they need not sign any more.
 */
export async function partFrom(
  context: Context,
  { task, signers }: TaskWithParties,
  former: SignerRow,
  now: SignerRow,
): Promise<{ guards: SQL[]; statements: Statement[] }> {
  const { db } = context;
  if (isSamePerson(former, now) && former.ownerKey === now.ownerKey) return { guards: [], statements: [] };
  const uses = await runningSealUses(context, { taskId: task.id, signerId: former.id });
  const lapsed = await Promise.all(uses.map((use) => lapsing(context, use)));
  const others = signers.filter((one) => one !== former);
  const isLeft =
    former.ownerKey.startsWith('E:') &&
    ![task, now, ...others].some(({ ownerKey }) => ownerKey === former.ownerKey);
  return {
    guards: lapsed.flatMap(({ guards }) => guards),
    statements: [
      ...lapsed.flatMap(({ statements }) => statements),
      ...(isLeft
        ? [
            db
              .delete(participant)
              .where(
                and(
                  eq(participant.taskId, task.id),
                  eq(participant.ownerKey, former.ownerKey),
                  eq(participant.part, 'APPROVER'),
                ),
              ),
          ]
        : []),
      ...(former.state === 'SIGNING' && !isSamePerson(former, now)
        ? tellFormer(context, task, former, 'TASK_NOT_YOURS')
        : []),
      ...(task.state === 'REVIEWING' ? [] : [pushTask(context, { task, signers: [former], ccParties: [] })]),
    ],
  };
}

/**
 * Statements for a copy that goes to somebody else, or to another number: they are told of the task, and the former that they
 * get none any more. Before the task is sent nobody has heard of it.
 */
export function passCopyOn(
  context: Context,
  task: TaskWithParties['task'],
  former: CopyRow,
  now: CopyRow,
): Statement[] {
  if (task.state === 'REVIEWING' || !isMoved(former, now)) return [];
  return [
    ...(isSamePerson(former, now) ? [] : tellFormer(context, task, former, 'TASK_COPY_ENDED')),
    ...tellOf(context, task, now, 'TASK_COPY', task.id),
    pushTask(context, { task, signers: [], ccParties: [former] }),
  ];
}

type CopyRow = TaskWithParties['ccParties'][number];
type Person = Pick<SignerRow, 'accountId' | 'mobileIndex'>;

const isSamePerson = (one: Person, other: Person): boolean =>
  one.accountId === other.accountId && (one.accountId !== '' || one.mobileIndex === other.mobileIndex);

/** A message that does not lead to the task, which they cannot see any more. */
const tellFormer = (
  context: Context,
  task: TaskWithParties['task'],
  former: SignerRow | CopyRow,
  template: 'TASK_NOT_YOURS' | 'TASK_COPY_ENDED',
): Statement[] => tellOf(context, task, former, template, '');

/** A short message or mail, and a notice to an account; `leadsTo` the task, or nowhere. */
function tellOf(
  context: Context,
  task: TaskWithParties['task'],
  party: SignerRow | CopyRow,
  template: MessageTemplate,
  leadsTo: string,
): Statement[] {
  const { id, accountId } = party;
  const message = {
    template,
    params: { initiator: task.initiatorEntName || task.initiatorName, task: task.name },
  };
  return [
    ...writeTo(context, task, party, message, leadsTo !== ''),
    ...(accountId === ''
      ? []
      : [
          enqueue(context, `task:${task.id}:${id}`, noticeEffect, {
            ...message,
            accountId,
            ownerKey: placeOf(party)?.ownerKey ?? personKey(accountId),
            category: 'contract',
            taskId: leadsTo,
          }),
        ]),
  ];
}
