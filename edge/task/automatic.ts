import { AppError } from '#core/errors.ts';
import type { Plan } from '#core/task/plan.ts';
import { openingFor } from '#edge/autosign/openings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readSeal } from '#edge/seal/access.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import type { ResolvedParty } from './parties.ts';
import type { TaskRow } from './read-task.ts';

type CalledSigner = Pick<
  SignerRow,
  'id' | 'ownerKey' | 'accountId' | 'mobileSealed' | 'autoSealId' | 'autoProblem'
>;
type SentTask = Pick<TaskRow, 'id' | 'initiatorId' | 'ownerKey'>;

/**
 * Whether a signature is made automatically at its turn: the sender's own, for the enterprise that sent the task, as long as
 * it was not handed to somebody else and has not failed.
 */
export const isAutomatic = (
  task: Pick<SentTask, 'initiatorId' | 'ownerKey'>,
  row: Omit<CalledSigner, 'id' | 'mobileSealed'>,
) =>
  row.autoSealId !== '' &&
  row.autoProblem === null &&
  row.accountId === task.initiatorId &&
  row.ownerKey === task.ownerKey;

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
