import { checkPlan } from '#core/task/check-plan.ts';
import type { Plan } from '#core/task/plan.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import { limitsInForce, proofsOff } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { refuseOverlaps } from './place-overlaps.ts';
import { type OwnedFiles, otherTypes } from './plan-reads.ts';

/** Checks the plan as the wizard does, with the facts of its files. Throws INPUT_INVALID, PLACES_OVERLAP. */
export async function checkWithFiles(plan: Plan, files: OwnedFiles, context: SignedInContext): Promise<void> {
  const others = otherTypes(plan, files);
  if (others.length > 0) throw refused(others);
  const facts = new Map(plan.documents.map((d) => [d.documentId, { pages: files.get(d.fileKey)!.pages }]));
  const problems = checkPlan(plan, {
    now: context.now,
    facts,
    limits: await limitsInForce(context),
    proofsOff: await proofsOff(context),
  });
  refuseOverlaps(problems);
  if (problems.length > 0) throw refused(problems);
}

/** INPUT_INVALID with the problems' paths converted to the wire format. */
const refused = (problems: readonly { path: string; problem: string }[]) =>
  new InputRefused(problems.map(({ path, problem }) => ({ path: planPathToWire(path), problem })));
