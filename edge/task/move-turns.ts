import { and, eq, sql } from 'drizzle-orm';
import { type account, participant, signer } from '#db/schema/index.ts';
import { openContact } from '#edge/identity/address-of.ts';
import { openDisplayName } from '#edge/identity/names.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { advanceTask, type Operator } from './advance-task.ts';
import type { TaskWithParties } from './read-task.ts';

/**
 * Moves turns of an enterprise to another operator; the party remains the enterprise. All `turns` must belong to one
 * enterprise and one operator. Throws GuardFailed on a concurrent change.
 */
export async function moveTurns(
  context: Context,
  contract: Omit<TaskWithParties, 'parts'>,
  turns: readonly SignerRow[],
  heir: typeof account.$inferSelect,
  { by, reason = '', answer = [] }: { by: Operator; reason?: string; answer?: readonly Statement[] },
): Promise<void> {
  const { db, keys } = context;
  const { task } = contract;
  const { ownerKey, accountId, entName, userName: from } = turns[0]!;
  const to = await openDisplayName(context, heir);
  const contact = await openContact(context, heir);
  const byMail = contact.includes('@');
  const moved = await Promise.all(
    turns.map(async (row) => ({
      row,
      now: {
        accountId: heir.id,
        userName: to,
        claimedAt: null,
        mobileIndex: byMail ? (heir.emailIndex ?? '') : heir.mobileIndex,
        mobileSealed: byMail ? '' : await keys.sealField(contact, `mobile:${row.id}`),
        // These details were entered for the former operator.
        department: '',
        emailSealed: byMail ? await keys.sealField(contact, `email:${row.id}`) : '',
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
  const successors = new Map(moved.map(({ row, now }) => [row.id, { ...row, ...now }]));
  const after = { ...contract, signers: contract.signers.map((one) => successors.get(one.id) ?? one) };
  await advanceTask(context, after, {
    event: 'handOver',
    by: { ...by, agent: entName },
    signerIds: turns.map(({ id }) => id),
    remark: [`${from} → ${to}`, reason].filter(Boolean).join(' · '),
    params: { from, to },
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
      ...answer,
    ],
  });
}
