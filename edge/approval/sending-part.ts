import { digestOfContract } from '#core/approval/contract.ts';
import type { Plan } from '#core/task/plan.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { once, type PartiesToSend, type SendingPart } from '#edge/sending/sending-part.ts';
import { beginApproval } from './begin-approval.ts';
import { type FlowRecord, type ResolvedApproval, readFlows, resolveApproval } from './resolve-approval.ts';

/** The approval flows of the sender's enterprise that the plan has to pass before it is sent. */
export const approvalPart: SendingPart = (_, context) => {
  const flowsOfSender = once(() => readFlows(context, context.actor.entId));
  return {
    ahead: () => [flowsOfSender()],
    of: (plan) => {
      let planned: ResolvedApproval | undefined;
      return {
        needsApproval: async (parties) => {
          planned = await resolveApprovalOf(plan, context, parties, flowsOfSender);
          return planned.flows.length > 0;
        },
        write: async ({ id, facts }) => {
          if (!planned) return { guards: [] };
          const { flows, guard } = planned;
          if (flows.length === 0) return { guards: [guard] };
          const subject = {
            subject: 'TASK' as const,
            subjectId: id,
            title: plan.taskName,
            facts,
            digest: await digestOfContract(facts),
            thread: plan.draftId,
          };
          const { digest, approval, statements } = await beginApproval(context, subject, planned);
          const remark = flows.map(({ body }) => body.name).join('、');
          return { guards: [guard], statements, submission: { remark, digest, approval } };
        },
      };
    },
  };
};

/** The flows that a plan has to pass, and the approvers; none if it may be sent at once. Throws APPROVAL_FLOW_NOT_FOUND. */
export const resolveApprovalOf = (
  plan: Plan,
  context: SignedInContext,
  { signers, amounts }: PartiesToSend,
  flowsOfSender?: () => Promise<FlowRecord[]>,
): Promise<ResolvedApproval> =>
  resolveApproval(context, {
    subject: 'TASK',
    facts: {
      businessType: plan.businessType,
      counterparties: plan.signers
        .filter((_, i) => signers[i]!.ownerKey !== context.actor.ownerKey)
        .map(({ entName, userName }) => entName || userName),
      readAmounts: amounts,
    },
    chosen: [plan.processId ?? '', plan.examineProcessId ?? ''],
    ...(flowsOfSender ? { readFlows: flowsOfSender } : {}),
  });
