import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { ApprovalStep } from '#core/approval/approval.ts';
import { planSteps } from '#core/approval/find-approvers.ts';
import { holds, type SubjectFacts } from '#core/approval/flow.ts';
import type { ApprovalSubject } from '#core/approval/states.ts';
import { ROLES } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { approvalFlow } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { type KnownStaff, readStaff } from './staff.ts';

export type FlowRecord = typeof approvalFlow.$inferSelect;

/** Flows of an enterprise, in the order in which they apply. */
export const readFlows = ({ db }: Context, entId: string): Promise<FlowRecord[]> =>
  db
    .select()
    .from(approvalFlow)
    .where(and(eq(approvalFlow.enterpriseId, entId), isNull(approvalFlow.removedAt)))
    .orderBy(asc(approvalFlow.createdAt), asc(approvalFlow.id));

/**
 * Whether a mandatory flow would apply to this, whatever the roles of the person who does it: for changes that are not
 * submitted themselves but must not bypass a flow.
 */
export async function asksAnybody(
  context: Context,
  entId: string,
  subject: ApprovalSubject,
  facts: Omit<SubjectFacts, 'senderRoles'>,
): Promise<boolean> {
  const flows = await readFlows(context, entId);
  return flows.some(
    ({ enabled, body }) =>
      enabled &&
      body.subjects.includes(subject) &&
      body.applies === 'ALWAYS' &&
      holds(body.when, { ...facts, senderRoles: ROLES }),
  );
}

export interface PlannedApproval {
  /** Flows that apply, mandatory ones first; empty if no approval is needed. */
  flows: FlowRecord[];
  steps: ApprovalStep[];
  /** Names of nodes without a possible approver. */
  withoutApprover: string[];
  /** Optional flows that the applicant may add. */
  choices: FlowRecord[];
  /** Guard: the enterprise's flows are unchanged since they were read. */
  guard: SQL;
}

/**
 * Determines the flows that apply and the approvers: all mandatory flows, then those that the applicant chose. They run
 * one after the other, so that neither a choice nor a second flow bypasses a mandatory one. Throws
 * APPROVAL_FLOW_NOT_FOUND if a chosen flow is not available.
 */
export async function planApproval(
  context: SignedInContext,
  {
    subject,
    facts,
    chosen,
    otherwise,
  }: {
    subject: ApprovalSubject;
    facts: Omit<SubjectFacts, 'senderRoles'>;
    chosen: readonly string[];
    /** Steps to use if no flow applies although approval is required; if omitted, no approval is needed then. */
    otherwise?: (staff: KnownStaff) => ApprovalStep[];
  },
): Promise<PlannedApproval> {
  const { actor } = context;
  const all = await readFlows(context, actor.entId);
  const guard = flowsUnchanged(actor.entId, all);
  const judged = { ...facts, senderRoles: actor.roles };
  const usable = all.filter(({ enabled, body }) => enabled && body.subjects.includes(subject));
  const always = usable.filter(({ body }) => body.applies === 'ALWAYS' && holds(body.when, judged));
  const added = [...new Set(chosen.filter(Boolean))].map((id) => {
    const found = usable.find((flow) => flow.id === id);
    if (!found) throw new AppError('APPROVAL_FLOW_NOT_FOUND', {}, 'examineProcessId');
    return found;
  });
  const flows = [...always, ...added.filter((flow) => !always.includes(flow))];
  const choices = usable.filter(({ body }) => body.applies === 'CHOSEN' && holds(body.when, judged));
  if (flows.length === 0 && !otherwise) return { flows, steps: [], withoutApprover: [], choices, guard };
  const staff = await readStaff(context, actor.entId, facts.seals);
  if (flows.length === 0 && otherwise) {
    const steps = otherwise(staff);
    const withoutApprover = steps.filter((step) => step.approvers.length === 0).map(({ name }) => name);
    return { flows, steps, withoutApprover, choices, guard };
  }
  const departmentId = staff.members.find((one) => one.accountId === actor.accountId)?.departmentId ?? '';
  const planned = flows.map(({ body }) =>
    planSteps(body, judged, { accountId: actor.accountId, departmentId }, staff),
  );
  return {
    flows,
    // Nodes of two flows may share a key, because one flow may be a copy of the other.
    steps: planned.flatMap(({ steps }, i) => steps.map((step) => ({ ...step, key: `${i}${step.key}` }))),
    withoutApprover: planned.flatMap((one) => one.withoutApprover),
    choices,
    guard,
  };
}

/**
 * Guard: the flows are unchanged. Each change alters the count or the sum of versions, because versions only grow and a
 * removed flow drops out of both.
 */
export const flowsUnchanged = (entId: string, flows: readonly FlowRecord[]): SQL =>
  sql`select 1 where (select count(*) || ':' || coalesce(sum(${approvalFlow.version}), 0) from ${approvalFlow} where ${approvalFlow.enterpriseId} = ${entId} and ${approvalFlow.removedAt} is null) = ${`${flows.length}:${flows.reduce((sum, { version }) => sum + version, 0)}`}`;
