import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { sendTask as call } from '#core/task/calls.ts';
import { planFromWire } from '#core/task/plan-wire.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { SendingPart } from '#edge/sending/sending-part.ts';
import { resolveParties } from './parties.ts';
import { readsOf } from './plan-reads.ts';
import { sendDraft } from './send-draft.ts';

/** Sends the plan of a draft. */
export const sendTask = (
  parts: readonly SendingPart[],
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> =>
  sendDraft(parts, planFromWire(input), context, context.env.PUBLIC_URL || request.url);

/** What `sendTask` asks the database before it writes, as far as the input names it. */
export function readsOfSendTask(
  parts: readonly SendingPart[],
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<unknown>[] {
  const plan = planFromWire(input);
  const reads = readsOf(parts, plan, context);
  return [
    limitsInForce(context),
    reads.files(plan),
    ...reads.parts.flatMap((part) => part.ahead?.() ?? []),
    reads.copyParties(),
    reads.reminders(),
    resolveParties(context, plan.signers),
  ];
}
