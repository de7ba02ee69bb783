import { AppError } from '#core/errors.ts';
import type { Plan } from '#core/task/plan.ts';
import { openingFor } from '#edge/autosign/openings.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { readSeal } from '#edge/seal/access.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { signAutomaticallyEffect } from './effects.ts';
import type { ResolvedParty } from './parties.ts';
import type { TaskRow } from './read-task.ts';
import { tellParty } from './tell-parties.ts';

type Called = Pick<
  SignerRow,
  'id' | 'type' | 'ownerKey' | 'entName' | 'accountId' | 'mobileSealed' | 'autoSealId' | 'autoProblem'
>;
type Sent = Pick<TaskRow, 'id' | 'initiatorId' | 'ownerKey'>;

/**
 * Whether a signature is made automatically at its turn: the sender's own, for the enterprise that sent the task, as long as
 * it was not handed to somebody else and has not failed.
 */
export const isAutomatic = (
  task: Pick<Sent, 'initiatorId' | 'ownerKey'>,
  row: Pick<Called, 'ownerKey' | 'accountId' | 'autoSealId' | 'autoProblem'>,
) =>
  row.autoSealId !== '' &&
  row.autoProblem === null &&
  row.accountId === task.initiatorId &&
  row.ownerKey === task.ownerKey;

/**
 * Effects that call a party to sign: its automatic signature, or the messages to the person; for an enterprise that is not
 * verified yet, that it has to be first.
 */
export const callParty = (
  context: Context,
  task: Sent,
  party: Called,
  params: Record<string, string>,
): Statement[] =>
  isAutomatic(task, party)
    ? [
        enqueue(context, `task:${task.id}:automatic`, signAutomaticallyEffect, {
          taskId: task.id,
          signerId: party.id,
          since: context.now,
        }),
      ]
    : party.type === 'ENTERPRISE' && party.ownerKey === ''
      ? tellParty(context, task, party, 'TASK_WAITS_FOR_ENTERPRISE', { ...params, enterprise: party.entName })
      : tellParty(context, task, party, 'TASK_TO_SIGN', params);

/**
 * Refuses a plan that cannot be signed automatically as it asks: API_KEY_SCOPE for a key without `sign`, AUTO_SIGN_NOT_OWN for
 * anybody else's signature than the sender's for their enterprise, SEAL_KIND_DIFFERS, and the errors of `openingFor`. All of it
 * is asked again when the signature is made.
 */
export async function checkAutomatic(
  plan: Plan,
  context: SignedInContext,
  parties: readonly ResolvedParty[],
): Promise<void> {
  const { actor } = context;
  for (const [i, { autoSealId, sealKind }] of plan.signers.entries()) {
    if (!autoSealId) continue;
    if (actor.key && !actor.key.scopes.includes('sign')) throw new AppError('API_KEY_SCOPE');
    const { ownerKey, accountId } = parties[i]!;
    if (ownerKey !== actor.ownerKey || accountId !== actor.accountId) throw new AppError('AUTO_SIGN_NOT_OWN');
    const opening = await openingFor(context, {
      enterpriseId: actor.entId,
      sealId: autoSealId,
      businessType: plan.businessType,
      roles: actor.roles,
    });
    if (!sealKind) continue;
    const { row } = await readSeal(
      { ...context, actor: { ...actor, automaticSeal: opening.sealId } },
      autoSealId,
    );
    if (row.category !== sealKind) throw new AppError('SEAL_KIND_DIFFERS');
  }
}
