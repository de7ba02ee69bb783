import { and, eq, inArray } from 'drizzle-orm';
import type { TaskState } from '#core/task/states.ts';
import { type account, signer, task } from '#db/schema/index.ts';
import { administratorOf } from '#edge/company/read-company.ts';
import { openDisplayName } from '#edge/identity/names.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { reviewFrozenTasks } from './freeze-tasks.ts';
import { moveTurns } from './move-turns.ts';
import { unsafeReadTask } from './read-task.ts';
import { tellInitiator } from './tell-parties.ts';

const RUNNING: TaskState[] = ['REVIEWING', 'NOT_STARTED', 'IN_PROGRESS', 'FROZEN'];

/**
 * Hands the open turns of a person who left an enterprise over to its administrator: the party remains the enterprise,
 * only the operator changes. Recorded in the trail; the new operator and the sender are notified. Without an
 * administrator only the sender is notified, and a task that waits for a seal is frozen ([8.14a]). The handover is
 * idempotent.
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
  const contract = await unsafeReadTask(context, taskId);
  const turns = contract.signers.filter(
    (s) =>
      s.ownerKey === ownerKey &&
      s.accountId === accountId &&
      (s.state === 'UNSIGNED' || s.state === 'SIGNING'),
  );
  const [first] = turns;
  if (!first || !RUNNING.includes(contract.task.state)) return;
  if (!heir || !(await openDisplayName(context, heir))) {
    const params = { task: contract.task.name, from: first.userName, to: '—' };
    await commit(context, [], [tellInitiator(context, contract.task, 'TASK_OPERATOR_LEFT', params)]);
    return;
  }
  await moveTurns(context, contract, turns, heir, { by: { name: operator, agent: '', accountId: '' } });
}
