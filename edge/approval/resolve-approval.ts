import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AmountFact } from '#core/approval/amount.ts';
import type { ApprovalStep } from '#core/approval/approval.ts';
import { resolveSteps } from '#core/approval/find-approvers.ts';
import { asksTypedAmount, hasAmount, holds, type SubjectFacts } from '#core/approval/flow.ts';
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

/** What a subject's domain knows of it; amounts are read only where a flow judges them. */
export type JudgedFacts = Omit<SubjectFacts, 'senderRoles' | 'seals' | 'amounts'> & {
  readAmounts?: () => Promise<readonly AmountFact[]>;
};

const conditionsOf = ({ body }: Pick<FlowRecord, 'body'>) => [
  body.when,
  ...body.nodes.map(({ when }) => when),
];

/** The facts with the amounts, if one of these flows judges them. */
export async function withAmounts<Facts extends JudgedFacts>(
  { readAmounts, ...facts }: Facts,
  flows: readonly FlowRecord[],
): Promise<Omit<Facts, 'readAmounts'> & Pick<SubjectFacts, 'amounts'>> {
  if (!readAmounts || !flows.some((flow) => conditionsOf(flow).some(hasAmount))) return facts;
  return { ...facts, amounts: await readAmounts() };
}

/**
 * Whether a mandatory flow would apply to this, whatever the roles of the person who does it: for changes that are not
 * submitted themselves but must not bypass a flow.
 */
export async function asksAnybody(
  context: Context,
  entId: string,
  subject: ApprovalSubject,
  facts: Omit<SubjectFacts, 'senderRoles' | 'amounts'>,
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

export interface ResolvedApproval {
  /** Flows that apply, mandatory ones first; empty if no approval is needed. */
  flows: FlowRecord[];
  /** Ids of those that ask, or ask more people, because an amount is missing or cannot be read. */
  unread: ReadonlySet<string>;
  /** Whether a flow judges the amount that the sender types. */
  asksAmount: boolean;
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
export async function resolveApproval(
  context: SignedInContext,
  {
    subject,
    facts,
    chosen,
    otherwise,
    readFlows: read = () => readFlows(context, context.actor.entId),
  }: {
    subject: ApprovalSubject;
    facts: JudgedFacts & Pick<SubjectFacts, 'seals'>;
    chosen: readonly string[];
    /** Steps to use if no flow applies although approval is required; if omitted, no approval is needed then. */
    otherwise?: (staff: KnownStaff) => ApprovalStep[];
    /** Reads the flows of the actor's enterprise. */
    readFlows?: () => Promise<FlowRecord[]>;
  },
): Promise<ResolvedApproval> {
  const { actor } = context;
  const all = await read();
  const guard = flowsUnchanged(actor.entId, all);
  const usable = all.filter(({ enabled, body }) => enabled && body.subjects.includes(subject));
  // Flows for the use of seals judge the same amount later, when the sender signs.
  const later =
    subject === 'TASK' ? all.filter(({ enabled, body }) => enabled && body.subjects.includes('SEAL')) : [];
  const judged = { ...(await withAmounts(facts, [...usable, ...later])), senderRoles: actor.roles };
  const typed = [...usable, ...later].some((flow) =>
    conditionsOf(flow).some((when) => asksTypedAmount(when, judged.amounts ?? [])),
  );
  const always = usable.filter(({ body }) => body.applies === 'ALWAYS' && holds(body.when, judged));
  const added = [...new Set(chosen.filter(Boolean))].map((id) => {
    const one = usable.find((flow) => flow.id === id);
    if (!one) throw new AppError('APPROVAL_FLOW_NOT_FOUND', {}, 'examineProcessId');
    return one;
  });
  const flows = [...always, ...added.filter((flow) => !always.includes(flow))];
  const choices = usable.filter(({ body }) => body.applies === 'CHOSEN' && holds(body.when, judged));
  const found = { flows, unread: new Set<string>(), asksAmount: typed, choices, guard };
  if (flows.length === 0 && !otherwise) return { ...found, steps: [], withoutApprover: [] };
  const staff = await readStaff(context, actor.entId, facts.seals);
  if (flows.length === 0 && otherwise) {
    const steps = otherwise(staff);
    const withoutApprover = steps.filter((step) => step.approvers.length === 0).map(({ name }) => name);
    return { ...found, steps, withoutApprover };
  }
  const departmentId = staff.members.find((one) => one.accountId === actor.accountId)?.departmentId ?? '';
  const planned = flows.map(({ body }) =>
    resolveSteps(body, judged, { accountId: actor.accountId, departmentId }, staff),
  );
  return {
    ...found,
    unread: new Set(flows.filter((_, i) => planned[i]!.unread).map(({ id }) => id)),
    // Nodes of two flows may share a key, because one flow may be a copy of the other.
    steps: planned.flatMap(({ steps }, i) => steps.map((step) => ({ ...step, key: `${i}${step.key}` }))),
    withoutApprover: planned.flatMap((one) => one.withoutApprover),
  };
}

/**
 * Guard: the flows are unchanged. Each change alters the count or the sum of versions, because versions only grow and a
 * removed flow drops out of both.
 */
export const flowsUnchanged = (entId: string, flows: readonly FlowRecord[]): SQL =>
  sql`select 1 where (select count(*) || ':' || coalesce(sum(${approvalFlow.version}), 0) from ${approvalFlow} where ${approvalFlow.enterpriseId} = ${entId} and ${approvalFlow.removedAt} is null) = ${`${flows.length}:${flows.reduce((sum, { version }) => sum + version, 0)}`}`;
