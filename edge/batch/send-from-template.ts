import type { sendFromTemplate as call } from '#core/batch/calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { checkOrder, checkParties, checkTask } from '#core/task/check-plan.ts';
import type { Plan } from '#core/task/plan.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import { checkBusinessType } from '#edge/company/check-business-type.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { refuseWithoutCredits } from '#edge/credit/balance.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { SendingPart } from '#edge/sending/sending-part.ts';
import { resolveParties } from '#edge/task/parties.ts';
import { sendDraft } from '#edge/task/send-draft.ts';
import { refuseSuspended } from '#edge/task/suspended-enterprises.ts';
import { draftFromTemplate } from './draft-from-template.ts';
import { dropMade, makeRowFiles } from './make-row-files.ts';

type Input = ParsedInputOf<typeof call>;

/**
 * Sends the version in force of a template: resolves names, judges the plan, makes the file, places the seals, and
 * starts the task as `sendTask` does. Whoever may not send makes no file: it may take a second of the processor. Throws
 * INPUT_INVALID with the paths of this input, NOT_FOUND, TEMPLATE_DISABLED, and the errors of sending a task.
 */
export async function sendFromTemplate(
  parts: readonly SendingPart[],
  input: Input,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  const { planned, content, documentId, cast } = await draftFromTemplate(input, context);
  await judgePlan(planned, context);
  const { plan, made, refused } = await makeRowFiles(
    planned,
    new Map([[documentId, content]]),
    { [documentId]: cast },
    context,
  );
  try {
    return await sendDraft(parts, plan, context, context.env.PUBLIC_URL || request.url, {
      voids: '',
      made,
      guards: [],
      statements: () => dropMade(context, context.actor.ownerKey, made),
    });
  } catch (error) {
    await commit(context, [], refused());
    throw error;
  }
}

/**
 * Everything that can be judged without the file, in the order of `sendDraft`, which judges it again with the file.
 * Throws the errors of sending a task.
 */
async function judgePlan(plan: Plan, context: SignedInContext): Promise<void> {
  if (context.actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const limits = await limitsInForce(context);
  const problems = [
    ...checkTask(plan, context.now, limits),
    ...checkParties(plan, limits),
    ...checkOrder(plan),
  ];
  if (problems.length > 0)
    throw new InputRefused(problems.map(({ path, problem }) => ({ path: planPathToWire(path), problem })));
  await checkBusinessType(context, plan.businessType);
  await refuseWithoutCredits(context, context.actor.entId);
  const parties = await resolveParties(context, plan.signers);
  await refuseSuspended(
    context,
    parties.map(({ ownerKey }) => ownerKey),
  );
  await resolveParties(context, plan.copies);
}
