import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { sentPlan } from '#core/task/calls.ts';
import type { copyTask as call } from '#core/task/partner-calls.ts';
import type { Plan, PlanSigner } from '#core/task/plan.ts';
import { planToWire } from '#core/task/plan-wire.ts';
import { member, ownedFile } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readTask } from './read-task.ts';
import { isInitiator } from './task-item.ts';
import { readTaskPlan } from './task-plan.ts';

/**
 * Copies the plan of a task, to be sent to another partner. Clears the names of external signers and replaces
 * colleagues who left the enterprise by the actor. Throws NOT_FOUND unless the actor is the initiator, PLAN_NOT_KEPT.
 */
export async function copyTask(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db } = context;
  const { task } = await readTask(context, input.planId);
  if (!isInitiator(actor, task)) throw new AppError('NOT_FOUND');
  const { startTime: _, endTime: __, ...plan } = await readTaskPlan(context, task.id);
  const colleagues = plan.signers.flatMap(({ accountId }) => accountId ?? []);
  const [members, files] = await db.batch([
    db
      .select({ accountId: member.accountId })
      .from(member)
      .where(
        and(
          eq(member.enterpriseId, actor.entId),
          isNull(member.leftAt),
          inArray(member.accountId, [...colleagues, '']),
        ),
      ),
    db
      .select({ fileKey: ownedFile.sha256, size: ownedFile.size, pages: ownedFile.pages })
      .from(ownedFile)
      .where(
        and(
          eq(ownedFile.ownerKey, actor.ownerKey),
          inArray(ownedFile.sha256, [
            '',
            ...[...plan.documents, ...plan.attachments].map(({ fileKey }) => fileKey),
          ]),
        ),
      ),
  ]);
  const present = new Set(members.map(({ accountId }) => accountId));
  const here = new Set(files.map(({ fileKey }) => fileKey));
  const documents = plan.documents.filter(({ fileKey }) => here.has(fileKey));
  const documentIds = new Set(documents.map(({ documentId }) => documentId));
  const copied: Plan = {
    ...plan,
    documents,
    attachments: plan.attachments.filter(({ fileKey }) => here.has(fileKey)),
    signers: plan.signers.map((one) => withoutPartner(one, present, actor)),
    placements: plan.placements.filter(({ documentId }) => documentIds.has(documentId)),
  };
  return {
    plan: sentPlan.parse(planToWire(copied)),
    files,
  };
}

function withoutPartner(
  signer: PlanSigner,
  present: ReadonlySet<string>,
  actor: SignedInContext['actor'],
): PlanSigner {
  const { accountId, signerId, type, signOrder, sealKind, proofs } = signer;
  if (accountId !== undefined && accountId !== '')
    return present.has(accountId) || type === 'PERSON'
      ? signer
      : { ...signer, accountId: actor.accountId, userName: actor.name };
  return {
    signerId,
    type,
    signOrder,
    // The required kind of seal and the proofs depend on the contract, not on the partner.
    ...(sealKind ? { sealKind } : {}),
    ...(proofs ? { proofs } : {}),
    ...(type === 'ENTERPRISE' ? { entName: '' } : {}),
    userName: '',
    mobile: '',
  };
}
