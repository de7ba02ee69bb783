import { digestOfSealUse } from '#core/approval/seal-use.ts';
import { AppError } from '#core/errors.ts';
import {
  approvedSealUse,
  type SealUseRow,
  sealsRequiringApproval,
  sealUseIn,
  spendSealUse,
} from '#edge/approval/seal-uses.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { guardStatements } from '#edge/kernel/storage/guard-statements.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { FilledPlacements } from './fill-placements.ts';
import { sealUseFacts } from './seal-use-facts.ts';
import type { Places, SignedAnswer, Subject } from './signable.ts';

/**
 * Checks whether approvals allow the actor to use the chosen seals of the enterprise; every way of signing calls it.
 * Returns statements for the transaction that writes the signature: they fail it if a seal or flow has come to require
 * an approval since, and they use up the approval. Throws SEAL_NEEDS_APPROVAL, and SEAL_USE_DIFFERS if the approval is
 * for something else than what would be stamped.
 */
export async function checkSealApproval<Answer extends SignedAnswer>(
  context: SignedInContext,
  subject: Subject<never, Answer>,
  { placements, fillings }: Places,
  filled: FilledPlacements,
): Promise<Statement[]> {
  const { actor } = context;
  const stamped = [
    ...new Map(
      filled.seals
        .filter((used) => used.seal.ownerKey === actor.ownerKey)
        .map((used) => [used.seal.id, used.seal]),
    ).values(),
  ];
  if (actor.entId === '' || stamped.length === 0) return [];
  const { asking, guards } = await sealsRequiringApproval(context, stamped, subject.facts);
  if (asking.size === 0 && !subject.sealUseId) return guardStatements(context, guards);
  const name = stamped.find(({ id }) => asking.has(id))?.name ?? stamped[0]!.name;
  const use = await unstampedUse(context, subject);
  if (!use) throw new AppError('SEAL_NEEDS_APPROVAL', { name });
  const facts = await sealUseFacts(
    context,
    {
      taskId: use.taskId,
      signerId: use.signerId,
      operator: use.byHolder ? use.applicantId : actor.accountId,
      byHolder: use.byHolder,
      reason: use.reason,
      seals: stamped.map(({ id, name: sealName }) => ({ sealId: id, name: sealName })),
    },
    { documents: subject.documents, placements, fillings },
  );
  if ((await digestOfSealUse(facts)) !== use.digest) throw new AppError('SEAL_USE_DIFFERS', { name });
  return [
    ...guardStatements(context, [...guards, sealUseIn(use.id, 'TO_STAMP')]),
    ...spendSealUse(context, use.id),
  ];
}

/** The approved seal use that the actor may stamp: the one they applied for, or the one they opened as a holder. */
async function unstampedUse<Answer extends SignedAnswer>(
  context: SignedInContext,
  { id, signerId, sealUseId }: Subject<never, Answer>,
): Promise<SealUseRow | undefined> {
  const use = await approvedSealUse(context, { taskId: id, signerId });
  if (!use) return undefined;
  const isTheirs = sealUseId
    ? use.id === sealUseId
    : !use.byHolder && use.applicantId === context.actor.accountId;
  return isTheirs ? use : undefined;
}
