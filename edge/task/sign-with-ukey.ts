import type { ParsedInputOf } from '#core/call.ts';
import type { beginPlanUkey as call, UkeySigningState } from '#core/task/ukey-calls.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { checkSeen } from '#edge/signing/check-seen.ts';
import { beginUkey } from '#edge/signing/sign-with-ukey.ts';
import type { Signable } from '#edge/signing/signable.ts';
import { ownTurn } from './own-turn.ts';
import { readTask } from './read-task.ts';
import { type PlanSigning, signAs } from './sign-plan.ts';

/** A task, as the signing act sees it. */
export const signableTask: Signable<PlanSigning> = {
  kind: 'PLAN',
  async title(context, id, seen) {
    const whole = await readTask(context, id);
    ownTurn(whole, context);
    await checkSeen(context, seen, whole.documents);
    return whole.task.name;
  },
  sign: signAs,
};

/** Begins to sign a task with a UKey; the calls of edge/signing go on with it. */
export async function beginPlanUkey(
  { planId, seen, ukeySerial, fillings }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<UkeySigningState> {
  ownTurn(await readTask(context, planId), context);
  const input = { planId, seen, fillings, consent: { method: 'UKEY' } };
  return beginUkey(context, planId, ukeySerial, { signable: signableTask, input });
}
