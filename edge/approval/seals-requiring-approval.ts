import type { SQL } from 'drizzle-orm';
import { holds } from '#core/approval/flow.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { flowsUnchanged, type JudgedFacts, readFlows, withAmounts } from './resolve-approval.ts';

/**
 * The seals whose use requires an approval, even for their holders: those marked so, and those to which a mandatory
 * flow applies. `guard` holds while the flows are unchanged.
 */
export async function sealsRequiringApproval(
  context: SignedInContext,
  seals: readonly { id: string; needsApproval: boolean }[],
  facts: JudgedFacts,
): Promise<{ asking: Set<string>; guard: SQL }> {
  const { actor } = context;
  const flows = await readFlows(context, actor.entId);
  const always = flows.filter(
    ({ enabled, body }) => enabled && body.applies === 'ALWAYS' && body.subjects.includes('SEAL'),
  );
  const judged = await withAmounts(facts, always);
  const asks = ({ id, needsApproval }: (typeof seals)[number]) =>
    needsApproval ||
    always.some(({ body }) => holds(body.when, { ...judged, senderRoles: actor.roles, seals: [id] }));
  return {
    asking: new Set(seals.filter(asks).map(({ id }) => id)),
    guard: flowsUnchanged(actor.entId, flows),
  };
}
