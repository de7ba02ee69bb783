import type { previewApproval as call } from '#core/approval/flow-calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { withNames } from '#edge/approval/flows.ts';
import { type FlowRecord, resolveApproval } from '#edge/approval/resolve-approval.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { unsafeContractAmounts } from '#edge/template-use/contract-amounts.ts';
import { reachTemplate } from '#edge/template-use/reach-template.ts';
import { unsafeVersion } from '#edge/template-use/versions.ts';

/** The approvers to be asked before the actor's own contract is sent. Throws NOT_FOUND for a template out of reach. */
export async function previewApproval(
  { flowId, contractAmount, templates, ...facts }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const planned = await resolveApproval(context, {
    subject: 'TASK',
    facts: {
      ...facts,
      readAmounts: async () => {
        for (const { versionId } of templates)
          await reachTemplate(context, (await unsafeVersion(context, versionId)).templateId, 'see');
        return unsafeContractAmounts(context, contractAmount, templates);
      },
    },
    chosen: [flowId],
  });
  const named = ({ id, body }: FlowRecord) => ({ flowId: id, name: body.name });
  return {
    flows: planned.flows.map((flow) => ({
      ...named(flow),
      always: flow.id !== flowId || flow.body.applies === 'ALWAYS',
      unread: planned.unread.has(flow.id),
    })),
    steps: await withNames(context, planned.steps),
    withoutApprover: planned.withoutApprover,
    choices: planned.choices.map(named),
    asksAmount: planned.asksAmount,
  };
}
