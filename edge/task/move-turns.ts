import { and, eq, sql } from 'drizzle-orm';
import { type account, participant, signer } from '#db/schema/index.ts';
import { openShownName } from '#edge/identity/names.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import type { NewTrailEntry } from '#edge/trail/trail-of.ts';
import type { WholeTask } from './read-task.ts';
import { onlySender } from './review-task.ts';
import { pushTask, tellInitiator, tellParty } from './tell-parties.ts';

/**
 * Statements that move turns of an enterprise to another operator; the party remains the enterprise. All `turns` must
 * belong to one enterprise and one operator. Notifies the new operator and the sender.
 */
export async function moveTurns(
  context: Context,
  whole: Omit<WholeTask, 'parts'>,
  turns: readonly SignerRow[],
  heir: typeof account.$inferSelect,
  { operator, reason = '' }: { operator: string; reason?: string },
): Promise<{ entry: NewTrailEntry; statements: Statement[] }> {
  const { db, keys } = context;
  const { task } = whole;
  const { ownerKey, accountId, entName, userName: from } = turns[0]!;
  const to = await openShownName(context, heir);
  const params = { task: task.name, from, to };
  const mobile = await keys.openField(heir.mobileSealed, `mobile:${heir.id}`);
  const moved = await Promise.all(
    turns.map(async (row) => ({
      row,
      now: {
        accountId: heir.id,
        userName: to,
        claimedAt: null,
        mobileIndex: heir.mobileIndex,
        mobileSealed: await keys.sealField(mobile, `mobile:${row.id}`),
        // These details were entered for the former operator.
        department: '',
        emailSealed: '',
      },
    })),
  );
  const place = {
    ownerKey,
    part: 'SIGNER' as const,
    taskId: task.id,
    accountId: heir.id,
    sentAt: task.sentAt,
  };
  const waiting = task.state === 'REVIEWING';
  return {
    entry: {
      event: 'HANDED_OVER',
      operator,
      agent: entName,
      remark: [`${from} → ${to}`, reason].filter(Boolean).join(' · '),
    },
    statements: [
      ...moved.map(({ row, now }) => db.update(signer).set(now).where(eq(signer.id, row.id))),
      // During approval signers are not participants yet.
      ...(waiting ? [] : [db.insert(participant).values(place).onConflictDoNothing()]),
      // The former operator keeps access if they are another signer of the same enterprise.
      db
        .delete(participant)
        .where(
          and(
            eq(participant.ownerKey, ownerKey),
            eq(participant.part, 'SIGNER'),
            eq(participant.taskId, task.id),
            eq(participant.accountId, accountId),
            sql`not exists (select 1 from ${signer} where ${signer.taskId} = ${task.id} and ${signer.ownerKey} = ${ownerKey} and ${signer.accountId} = ${accountId})`,
          ),
        ),
      ...moved
        .filter(({ row }) => row.state === 'SIGNING')
        .flatMap(({ row, now }) =>
          tellParty(context, task, { ...row, ...now }, 'TASK_TO_SIGN', {
            initiator: task.initiatorEntName || task.initiatorName,
            task: task.name,
          }),
        ),
      tellInitiator(context, task, 'TASK_HANDED_OVER', params),
      pushTask(context, waiting ? onlySender(whole) : whole),
    ],
  };
}
