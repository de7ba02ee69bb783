import { and, eq } from 'drizzle-orm';
import { digestOfContract } from '#core/approval/contract.ts';
import { AppError } from '#core/errors.ts';
import { approval } from '#db/schema/index.ts';
import { asksAnybody } from '#edge/approval/resolve-approval.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { TaskWithParties } from './read-task.ts';
import { readTaskFacts } from './task-facts.ts';

/**
 * What a correction of a signer means for the approval of the task by the sender's enterprise. Approvers judge an enterprise by
 * its name and a person by name and number (`digestOfContract`); another number of an operator is none of theirs. A contract
 * that was approved, or would have to be with the new party, has left the house: throws PARTIES_APPROVED, since nobody may be
 * asked for it any more without taking it back.
 */
export async function judgeCorrection(
  context: SignedInContext,
  before: TaskWithParties,
  after: TaskWithParties,
): Promise<void> {
  const [was, facts] = await Promise.all([readTaskFacts(context, before), readTaskFacts(context, after)]);
  if ((await digestOfContract(facts)) === (await digestOfContract(was))) return;
  if (await mustBeApproved(context, before, after)) throw new AppError('PARTIES_APPROVED');
}

/** Names of the other sides, which flows judge. */
const counterpartiesOf = ({ task, signers }: TaskWithParties): string[] =>
  signers
    .filter(({ ownerKey }) => ownerKey !== task.ownerKey)
    .map(({ entName, userName }) => entName || userName);

/** Whether the sent task was approved, or has become one that a flow asks for. */
async function mustBeApproved(
  context: SignedInContext,
  before: TaskWithParties,
  after: TaskWithParties,
): Promise<boolean> {
  const { db, actor } = context;
  const [approved] = await db
    .select({ id: approval.id })
    .from(approval)
    .where(and(eq(approval.subject, 'TASK'), eq(approval.subjectId, before.task.id)))
    .limit(1);
  if (approved) return true;
  const [former, asks] = await Promise.all(
    [before, after].map((one) =>
      asksAnybody(context, actor.entId, 'TASK', {
        businessType: one.task.businessType,
        counterparties: counterpartiesOf(one),
      }),
    ),
  );
  return !former && asks!;
}
