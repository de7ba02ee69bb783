import { and, eq, inArray, sql } from 'drizzle-orm';
import type { TaskState } from '#core/task/states.ts';
import { type account, participant, signer, task } from '#db/schema/index.ts';
import { administratorOf } from '#edge/company/read-company.ts';
import { openShownName } from '#edge/identity/names.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { changeTask } from './change-task.ts';
import { reviewFrozenTasks } from './freeze-tasks.ts';
import { unsafeReadTask } from './read-task.ts';
import { onlySender } from './review-task.ts';
import { pushTask, tellInitiator, tellParty } from './tell-parties.ts';

const RUNNING: TaskState[] = ['REVIEWING', 'NOT_STARTED', 'IN_PROGRESS', 'FROZEN'];

/**
 * What a person who left an enterprise had still to sign for it goes to its administrator: the party is the enterprise,
 * only its operator changes. The trail says so, and the new operator and the sender are told. Where there is no
 * administrator the sender is told, and a task that waits for a stamp is frozen, for want of who would put it there
 * ([8.14a]). Run twice it finds nothing left to do.
 */
export async function handOverTasks(
  context: Context,
  { entId, accountId, operator }: { entId: string; accountId: string; operator: string },
): Promise<void> {
  const ownerKey = enterpriseKey(entId);
  const rows = await context.db
    .selectDistinct({ taskId: signer.taskId })
    .from(signer)
    .innerJoin(task, eq(task.id, signer.taskId))
    .where(
      and(
        eq(signer.ownerKey, ownerKey),
        eq(signer.accountId, accountId),
        inArray(signer.state, ['UNSIGNED', 'SIGNING']),
        inArray(task.state, RUNNING),
      ),
    );
  const administrator = await administratorOf(context, entId);
  const heir = administrator?.id === accountId ? null : administrator;
  for (const { taskId } of rows)
    await withRetry(() => handOverTask(context, taskId, ownerKey, accountId, heir, operator));
  if (!heir) await reviewFrozenTasks(context, { ownerKey, taken: [accountId] });
}

async function handOverTask(
  context: Context,
  taskId: string,
  ownerKey: string,
  accountId: string,
  heir: typeof account.$inferSelect | null,
  operator: string,
): Promise<void> {
  const { db, keys } = context;
  const whole = await unsafeReadTask(context, taskId);
  const turns = whole.signers.filter(
    (s) =>
      s.ownerKey === ownerKey &&
      s.accountId === accountId &&
      (s.state === 'UNSIGNED' || s.state === 'SIGNING'),
  );
  const [first] = turns;
  if (!first || !RUNNING.includes(whole.task.state)) return;
  const to = heir && (await openShownName(context, heir));
  const params = { task: whole.task.name, from: first.userName, to: to || '—' };
  if (!heir || !to) {
    await commit(context, [], [tellInitiator(context, whole.task, 'TASK_OPERATOR_LEFT', params)]);
    return;
  }
  const mobile = await keys.openField(heir.mobileSealed, `mobile:${heir.id}`);
  const moved = await Promise.all(
    turns.map(async (s) => ({
      row: s,
      now: {
        accountId: heir.id,
        userName: to,
        mobileIndex: heir.mobileIndex,
        mobileSealed: await keys.sealField(mobile, `mobile:${s.id}`),
        // Said by the sender of whoever it was.
        department: '',
        emailSealed: '',
      },
    })),
  );
  const place = { ownerKey, part: 'SIGNER' as const, taskId, accountId: heir.id, sentAt: whole.task.sentAt };
  await changeTask(context, whole.task, {
    set: {},
    trail: [
      {
        event: 'HANDED_OVER',
        operator,
        agent: first.entName,
        remark: `${params.from} → ${params.to}`,
      },
    ],
    more: [
      ...moved.map(({ row, now }) => db.update(signer).set(now).where(eq(signer.id, row.id))),
      // While it waits for approval no signer takes part in it yet.
      ...(whole.task.state === 'REVIEWING'
        ? []
        : [db.insert(participant).values(place).onConflictDoNothing()]),
      // Somebody who already signed as another party of the same enterprise still sees the task.
      db
        .delete(participant)
        .where(
          and(
            eq(participant.ownerKey, ownerKey),
            eq(participant.part, 'SIGNER'),
            eq(participant.taskId, taskId),
            eq(participant.accountId, accountId),
            sql`not exists (select 1 from ${signer} where ${signer.taskId} = ${taskId} and ${signer.ownerKey} = ${ownerKey} and ${signer.accountId} = ${accountId})`,
          ),
        ),
      ...moved
        .filter(({ row }) => row.state === 'SIGNING')
        .flatMap(({ row, now }) =>
          tellParty(context, whole.task, { ...row, ...now }, 'TASK_TO_SIGN', {
            initiator: whole.task.initiatorEntName || whole.task.initiatorName,
            task: whole.task.name,
          }),
        ),
      tellInitiator(context, whole.task, 'TASK_HANDED_OVER', params),
      pushTask(context, whole.task.state === 'REVIEWING' ? onlySender(whole) : whole),
    ],
  });
}
