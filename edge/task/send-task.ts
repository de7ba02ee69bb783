import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { sendTask as call } from '#core/task/calls.ts';
import { planFromWire } from '#core/task/plan-wire.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { resolveParties } from './parties.ts';
import { readsOf } from './plan-reads.ts';
import { sendDraft } from './send-draft.ts';

/** Sends the plan of a draft. */
export const sendTask = (
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> =>
  sendDraft(planFromWire(input), context, context.env.PUBLIC_URL || request.url);

/** What `sendTask` asks the database before it writes, as far as the input names it. */
export function readsOfSendTask(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<unknown>[] {
  const plan = planFromWire(input);
  const reads = readsOf(plan, context);
  return [
    limitsInForce(context),
    reads.files(plan),
    reads.businessType(),
    reads.copies(),
    reads.copyParties(),
    reads.flows(),
    resolveParties(context, plan.signers),
  ];
}
