import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { can } from '#core/machine.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { type FreezeReason, isSuspension, type SignerState, TASK_MACHINE } from '#core/task/states.ts';
import { certificate, member, participant, seal, sealGrant, signer, task } from '#db/schema/index.ts';
import { businessChangedEffect } from '#edge/company/effects.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { certificateStateOf } from '#edge/seal/access.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { advanceTask, PRODUCT } from './advance-task.ts';
import { isAutomatic } from './automatic.ts';
import { type TaskWithParties, unsafeReadTask } from './read-task.ts';
import { suspendedEnterprises } from './suspended-enterprises.ts';

/**
 * Reviews the tasks that wait for an enterprise's signature after a change to its seals. A task is frozen with the
 * reason if it waits for an account that lost a seal (`taken`) and can no longer stamp ([4.4f], [8.14a]); a frozen task
 * that can be stamped again is thawed. Effect handler; idempotent.
 */
export async function reviewFrozenTasks(
  context: Context,
  { ownerKey, taken }: { ownerKey: string; taken: readonly string[] },
): Promise<void> {
  const rows = await context.db
    .selectDistinct({ id: task.id, state: task.state, accountId: signer.accountId })
    .from(signer)
    .innerJoin(task, eq(task.id, signer.taskId))
    .where(
      and(
        eq(signer.ownerKey, ownerKey),
        eq(signer.state, 'SIGNING'),
        inArray(task.state, ['IN_PROGRESS', 'FROZEN']),
      ),
    );
  const lost = new Set(rows.filter(({ accountId }) => taken.includes(accountId)).map(({ id }) => id));
  const concerned = rows.filter(({ id, state }) => state === 'FROZEN' || lost.has(id));
  for (const id of new Set(concerned.map((row) => row.id)))
    await withRetry(() => review(context, id, lost.has(id)));
}

/** Tasks processed in one run. */
const AT_ONCE = 100;

/**
 * Reviews the running tasks that an enterprise sent or signs, after it was disabled or enabled, or its real-name
 * verification lapsed or was renewed. They are FROZEN while nobody can act for it, and thawed when somebody can and
 * there is no other reason. Effect handler, a hundred tasks at a time; idempotent.
 */
export async function reviewTasksOf(
  context: Context,
  { ownerKey, after }: { ownerKey: string; after: string },
): Promise<void> {
  const rows = await context.db
    .selectDistinct({ id: task.id })
    .from(participant)
    .innerJoin(task, eq(task.id, participant.taskId))
    .where(
      and(
        eq(participant.ownerKey, ownerKey),
        inArray(participant.part, ['INITIATOR', 'SIGNER']),
        gt(participant.taskId, after),
        inArray(task.state, ['IN_PROGRESS', 'FROZEN']),
      ),
    )
    .orderBy(asc(task.id))
    .limit(AT_ONCE);
  for (const { id } of rows) await reviewTask(context, id);
  const last = rows.at(-1);
  if (last && rows.length === AT_ONCE)
    await enqueue(context, `business:${ownerKey}`, businessChangedEffect, { ownerKey, after: last.id });
}

/** Reviews one task: freezes it if one of its enterprises cannot act, thaws it if all can again. */
export const reviewTask = (context: Context, taskId: string): Promise<void> =>
  withRetry(() => review(context, taskId, false));

/** Reviews a task that has just started, if one of its enterprises cannot act. */
export async function freezeIfSuspended(context: Context, contract: TaskWithParties): Promise<void> {
  if (await whoHolds(context, contract)) await reviewTask(context, contract.task.id);
}

/** `lost`: whether a current signer lost a seal. A missing seal freezes a task only in that case. */
async function review(context: Context, taskId: string, lost: boolean): Promise<void> {
  const contract = await unsafeReadTask(context, taskId);
  const frozen = contract.task.state === 'FROZEN';
  const forSeals = frozen && isSuspension(contract.task.frozenReason);
  const reason =
    (lost || forSeals ? await reasonToFreeze(context, contract) : null) ??
    (await whoHolds(context, contract));
  if (!can(TASK_MACHINE, contract.task.state, reason ? 'freeze' : 'thaw')) return;
  // The reason may change while a task is frozen; its details show the current one.
  if (frozen && reason === contract.task.frozenReason) return;
  await advanceTask(
    context,
    contract,
    reason
      ? {
          event: 'freeze',
          by: PRODUCT,
          frozenReason: reason,
          evidence: { reason },
          set: { frozenReason: reason },
        }
      : { event: 'thaw', by: PRODUCT, set: { frozenReason: '' } },
  );
}

const TO_SIGN = ['UNSIGNED', 'SIGNING'] as const satisfies SignerState[];

/** Reason why the sending enterprise, or one that has not signed yet, cannot act; null if all can. */
async function whoHolds(
  context: Context,
  { task: row, signers }: TaskWithParties,
): Promise<FreezeReason | null> {
  const waiting = signers.filter(({ state }) => TO_SIGN.some((one) => one === state));
  const [suspended] = await suspendedEnterprises(context, [
    row.ownerKey,
    ...waiting.map(({ ownerKey }) => ownerKey),
  ]);
  return suspended?.reason ?? null;
}

/** Reason why a current signer cannot use a required enterprise seal ([8.14a]); null if all can. */
async function reasonToFreeze(context: Context, contract: TaskWithParties): Promise<FreezeReason | null> {
  for (const row of contract.signers) {
    const stamps = contract.placements.some((p) => p.signerId === row.id && p.kind === 'ENT_SEAL');
    if (row.state !== 'SIGNING' || row.type !== 'ENTERPRISE' || !stamps || row.ownerKey === '') continue;
    // Signed without its operator's authorization; what fails there is left to a person with its reason.
    if (isAutomatic(contract.task, row)) continue;
    const reason = await reasonOf(context, row);
    if (reason) return reason;
  }
  return null;
}

async function reasonOf(
  { db, now }: Context,
  { ownerKey, accountId, sealKind }: Pick<SignerRow, 'ownerKey' | 'accountId' | 'sealKind'>,
): Promise<FreezeReason | null> {
  if (accountId === '') return null;
  const [agents, seals] = await db.batch([
    db
      .select({ id: member.id })
      .from(member)
      .where(
        and(
          eq(member.enterpriseId, ownerKey.slice(2)),
          eq(member.accountId, accountId),
          isNull(member.leftAt),
        ),
      ),
    db
      .select({ row: seal, certificate, level: sealGrant.level })
      .from(seal)
      .leftJoin(certificate, eq(certificate.id, seal.certificateId))
      .leftJoin(sealGrant, and(eq(sealGrant.sealId, seal.id), eq(sealGrant.accountId, accountId)))
      .where(
        and(
          eq(seal.ownerKey, ownerKey),
          inArray(seal.category, sealKind ? [sealKind] : [...ENTERPRISE_CATEGORIES]),
          isNull(seal.deletedAt),
        ),
      ),
  ]);
  if (agents.length === 0) return 'AGENT_MISSING';
  if (seals.length === 0) return 'SEAL_MISSING';
  const granted = seals.filter(({ level }) => level !== null);
  if (granted.length === 0) return 'SEAL_UNAUTHORIZED';
  // A disabled seal is not a reason, since it can be enabled at any time ([4.4e]).
  return granted.some((view) => certificateStateOf(view, now) === 'SUCCESS') ? null : 'CERTIFICATE_MISSING';
}
