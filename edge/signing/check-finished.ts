import { sql } from 'drizzle-orm';
import { NOT_VALID } from '#core/platform/audit.ts';
import { finishedFaults } from '#core/verification/finished-faults.ts';
import type { TrustOptions } from '#core/verification/judge-path.ts';
import { account, auditEntry } from '#db/schema/index.ts';
import { type Context, personKey } from '#edge/kernel/context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { type NewRevision, readRevision, revisionBytes } from './revisions.ts';

/** Up to this size every file is verified; the larger ones cost time and memory, of them a part is. */
const LARGE = 20 * 1024 * 1024;

/**
 * Verifies finished files as the verification page does. Throws, so that nothing says that they last, if one is not
 * valid: the platform's administrators get a notice and the audit log a line, once; the effect is tried again, as a
 * file may be repaired from a backup. `number`: of the task or group, as its sender sees it.
 */
export async function checkFinished(
  context: Context,
  { id, number }: { id: string; number: string },
  files: readonly { documentId: string; last: NewRevision }[],
  trustAnchors: TrustOptions['trustAnchors'],
): Promise<void> {
  const options = { time: context.now, trustAnchors };
  for (const { documentId, last } of files) {
    if (last.length > LARGE && !isInSample(last.sha256, context.env.VERIFY_LARGE_FILES)) continue;
    const sent = async () => revisionBytes(context, await readRevision(context, documentId, 0));
    const faults = await finishedFaults(await revisionBytes(context, last), sent, options);
    if (faults.length === 0) continue;
    const said = faults.join('; ').slice(0, 300);
    await raiseAlarm(context, { id, number, said });
    throw new Error(`${NOT_VALID} ${number}: ${said}`);
  }
}

/** Decided by the digest, so that a file is always in the sample or never. `part`: 0 to 1; a tenth by default. */
export function isInSample(sha256: string, part = '0.1'): boolean {
  return Number.parseInt(sha256.slice(0, 8), 16) / 2 ** 32 < Number(part);
}

async function raiseAlarm(
  context: Context,
  { id, number, said }: { id: string; number: string; said: string },
): Promise<void> {
  const { db, now } = context;
  noteFault('finished file', `${number}: ${said}`);
  const administrators = await db
    .select({ accountId: account.id })
    .from(account)
    // A literal, not a parameter: otherwise SQLite does not use the partial index.
    .where(sql`${account.platformAdmin} = 1`);
  await commit(
    context,
    [],
    [
      db
        .insert(auditEntry)
        .values({
          id: `not-valid:${id}`,
          at: now,
          actorId: '',
          actorName: 'Signet',
          action: NOT_VALID,
          targetKind: 'CONTRACT',
          targetId: id,
          targetName: number,
          remark: said,
        })
        .onConflictDoNothing(),
      ...administrators.map(({ accountId }) =>
        enqueue(context, `notice:${accountId}`, noticeEffect, {
          accountId,
          ownerKey: personKey(accountId),
          category: 'system',
          template: NOT_VALID,
          params: { task: number },
          taskId: '',
          noticeId: `not-valid:${id}:${accountId}`,
        }),
      ),
    ],
  );
}
