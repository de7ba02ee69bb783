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

/** Flows of an enterprise in the order in which they ask. */
export const readFlows = ({ db }: Context, entId: string): Promise<FlowRecord[]> =>
  db
    .select()
    .from(approvalFlow)
    .where(and(eq(approvalFlow.enterpriseId, entId), isNull(approvalFlow.removedAt)))
    .orderBy(asc(approvalFlow.createdAt), asc(approvalFlow.id));

/**
 * Whether a flow that applies by itself asks about this, whoever has it done: for changes that are not submitted themselves
 * and must not get around a flow.
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
  /** Flows that ask, those that nobody can leave out first; empty where nothing needs approval. */
  flows: FlowRecord[];
  steps: ApprovalStep[];
  /** Nodes in which nobody could decide. */
  withoutApprover: string[];
  /** Flows that the applicant may add. */
  choices: FlowRecord[];
  /** Holds while the enterprise's flows are still those that were read. */
  guard: SQL;
}

/**
 * By which flows something is approved, and who is asked: every flow that applies by itself, then those that the applicant
 * chose. One after the other, so that no choice and no second flow gets around one that always applies. Throws
 * APPROVAL_FLOW_NOT_FOUND for a chosen flow that cannot be chosen.
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
    /** Who is asked where no flow does, though an approval is needed; without it nobody is. */
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
    // Two flows may have nodes of one key, as one may have been copied from the other.
    steps: planned.flatMap(({ steps }, i) => steps.map((step) => ({ ...step, key: `${i}${step.key}` }))),
    withoutApprover: planned.flatMap((one) => one.withoutApprover),
    choices,
    guard,
  };
}

/** Versions only grow and a removed flow leaves the sum, so no two sets of flows that follow each other look alike. */
export const flowsUnchanged = (entId: string, flows: readonly FlowRecord[]): SQL =>
  sql`select 1 where (select count(*) || ':' || coalesce(sum(${approvalFlow.version}), 0) from ${approvalFlow} where ${approvalFlow.enterpriseId} = ${entId} and ${approvalFlow.removedAt} is null) = ${`${flows.length}:${flows.reduce((sum, { version }) => sum + version, 0)}`}`;
