import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type * as calls from '#core/task/correct-calls.ts';
import type { Plan } from '#core/task/plan.ts';
import { copyParty, taskPlan } from '#db/schema/index.ts';
import { movePlace } from '#edge/claim/change-parties.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import {
  contactOf,
  described,
  editionOf,
  isSameParty,
  namedAnew,
  openDetails,
  type PartyDetails,
  shortName,
} from './corrected-party.ts';
import { judgeCorrection, openForCorrection } from './judge-correction.ts';
import { passCopyOn } from './part-from.ts';
import { noneArrived } from './parties.ts';
import { readTask, type TaskWithParties } from './read-task.ts';
import { noneSuspended, refuseSuspended } from './suspended-enterprises.ts';
import { readTaskPlan, sealPlan } from './task-plan.ts';

type CopyRow = TaskWithParties['ccParties'][number];

const typed = (row: CopyRow) => ({
  ...row,
  type: row.entName === '' && row.entKey === '' ? ('PERSON' as const) : ('ENTERPRISE' as const),
});

/**
 * A recipient of a copy as the sender named them, to be corrected; for the initiator and administrators. Throws
 * NO_PERMISSION, NOT_FOUND, TASK_REVIEWING to others than the applicant, TASK_CLOSED, DEADLINE_PASSED.
 */
export async function getCopy(
  { planId: taskId, copyId }: ParsedInputOf<typeof calls.getCopy>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.getCopy>> {
  const row = openCopy(await readTask(context, taskId), copyId, context);
  const { entName, userName, mobile, email } = await openDetails(context, row);
  return { edition: await editionOf(row), type: typed(row).type, entName, userName, mobile, email };
}

/**
 * Corrects who gets a copy while the task is not over: whoever else it becomes is told of the task, and the former that they
 * get none any more. Throws what `getCopy` throws; SIGNER_CHANGED if somebody else changed it since it was read; COPY_TWICE;
 * PARTIES_APPROVED as `judgeCorrection`.
 */
export async function correctCopy(
  input: ParsedInputOf<typeof calls.correctCopy>,
  context: SignedInContext,
): Promise<null> {
  await withRetry(async () => {
    const { actor, db } = context;
    const contract = await readTask(context, input.planId);
    const { task, ccParties, signers } = contract;
    const former = openCopy(contract, input.copyId, context);
    if (input.edition !== (await editionOf(former))) throw new AppError('SIGNER_CHANGED');
    const before = await openDetails(context, former);
    const { columns, after: details, party } = await namedAnew(context, typed(former), before, input);
    const now = { ...former, ...columns };
    if ([...signers, ...ccParties].some((one) => one !== former && isSameParty(one, now)))
      throw new AppError('COPY_TWICE', { name: shortName(details) });
    const after = { ...contract, ccParties: ccParties.with(ccParties.indexOf(former), now) };
    const plan = withCopy(await readTaskPlan(context, task.id), before, details);
    const judged = await judgeCorrection(context, contract, after, plan);
    if (party) await refuseSuspended(context, [party.ownerKey]);
    const by = operatorOf(actor);
    await advanceTask(context, after, {
      event: 'correctCopy',
      by,
      params: { from: shortName(before), to: shortName(details) },
      entries: [
        {
          event: 'COPY_CORRECTED',
          operator: by.name,
          agent: by.agent,
          remark: `${described(before, details)} · ${input.reason}`,
        },
        ...judged.entries,
      ],
      guards: [...(party ? [noneArrived([party]), noneSuspended([party.ownerKey])] : []), ...judged.guards],
      statements: [
        db.update(copyParty).set(columns).where(eq(copyParty.id, former.id)),
        ...movePlace(context, { task, part: 'COPY' }, former, now),
        db
          .update(taskPlan)
          .set({ planSealed: await sealPlan(context, task.id, plan) })
          .where(eq(taskPlan.taskId, task.id)),
        ...passCopyOn(context, task, former, now),
        ...judged.statements,
        ...context.remember(null),
      ],
    });
  });
  return null;
}

/** The recipient, if the actor may correct them now. */
function openCopy(contract: TaskWithParties, copyId: string, context: SignedInContext): CopyRow {
  openForCorrection(contract, 'correctCopy', context);
  const row = contract.ccParties.find(({ id }) => id === copyId);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** The plan with the corrected recipient, so that a copy of the task does not repeat the mistake. */
function withCopy(plan: Plan, before: PartyDetails, after: PartyDetails): Plan {
  const at = plan.copies.findIndex(
    ({ userName, mobile, email = '' }) =>
      userName === before.userName && (mobile || email.toLowerCase()) === contactOf(before),
  );
  const planned = plan.copies[at];
  if (!planned) return plan;
  const { entId, ...kept } = planned;
  const { entName, userName, mobile, email } = after;
  const copy = {
    ...kept,
    ...(entId && entName === kept.entName ? { entId } : {}),
    ...(kept.type === 'ENTERPRISE' ? { entName } : {}),
    userName,
    mobile,
    email,
  };
  return { ...plan, copies: plan.copies.with(at, copy) };
}
