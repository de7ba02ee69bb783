import { z } from 'zod';
import { ROLES } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { draftKey } from '#core/task/plan.ts';
import { id } from '#core/wire.ts';
import { APPROVAL_SUBJECTS, STEP_MODES } from './states.ts';

/**
 * The approvers of a node. DEPARTMENT_HEAD: the head of the department `up` levels above the applicant's (0: their
 * own).
 */
const nodeApprovers = z.discriminatedUnion('by', [
  z.object({ by: z.literal('PERSONS'), accounts: z.array(id).min(1).max(20) }),
  z.object({ by: z.literal('ROLE'), role: z.enum(ROLES) }),
  z.object({ by: z.literal('DEPARTMENT_HEAD'), up: z.number().int().min(0).max(5).default(0) }),
  z.object({ by: z.literal('SEAL_KEEPER') }),
]);

/** When a flow or a node applies to a contract: all conditions that are set must hold. Amounts in fen. */
export const conditions = z.object({
  businessTypes: z.array(z.enum(BUSINESS_TYPES)).max(BUSINESS_TYPES.length).optional(),
  amountFrom: z.number().int().min(0).optional(),
  amountTo: z.number().int().min(0).optional(),
  /** A counterparty's name contains one of these. */
  counterparties: z.array(z.string().trim().min(1).max(100)).max(50).optional(),
  senderRoles: z.array(z.enum(ROLES)).max(20).optional(),
  /** One of these seals is used. */
  seals: z.array(id).max(50).optional(),
});
export type Conditions = z.output<typeof conditions>;

/** What happens when a node is past its time limit. */
export const LATE_ACTS = ['REMIND', 'ESCALATE', 'END'] as const;

/** A node of a flow ([3.17]). */
export const flowNode = z.object({
  key: draftKey,
  name: z.string().trim().min(1).max(20),
  mode: z.enum(STEP_MODES),
  approvers: nodeApprovers,
  when: conditions.default({}),
  /** Hours until a decision is due; undefined: no limit. */
  hours: z.number().int().min(1).max(720).optional(),
  /** ESCALATE also asks the enterprise's business administrators. */
  late: z.enum(LATE_ACTS).default('REMIND'),
  /** Accounts that are notified when the node starts. */
  copies: z.array(id).max(20).default([]),
  /** Whether applicants may decide on their own approvals. */
  ownAllowed: z.boolean().default(false),
});
export type FlowNode = z.output<typeof flowNode>;

/** An enterprise's definition of a flow. Each change creates a version; running approvals keep theirs. */
export const approvalFlow = z.object({
  name: z.string().trim().min(1).max(20),
  subjects: z.array(z.enum(APPROVAL_SUBJECTS)).min(1).max(APPROVAL_SUBJECTS.length),
  /** ALWAYS: mandatory if `when` holds. CHOSEN: the applicant may choose it. */
  applies: z.enum(['ALWAYS', 'CHOSEN']),
  when: conditions.default({}),
  nodes: z.array(flowNode).min(1).max(20),
});
export type ApprovalFlow = z.output<typeof approvalFlow>;

/** The facts that conditions are evaluated on. */
export interface SubjectFacts {
  businessType: string;
  /**
   * fen; undefined if the contract has none. Conditions on amounts then hold, so that a blank cannot evade approval.
   */
  amount?: number;
  /** Undefined if unknown, for example for a template: conditions on counterparties then hold. */
  counterparties?: readonly string[];
  senderRoles: readonly string[];
  /** Undefined while it is unknown which seals will be used: conditions on seals then hold. */
  seals?: readonly string[];
}

const someOf = (wanted: readonly string[] | undefined, are: readonly string[]): boolean =>
  !wanted || wanted.length === 0 || are.some((one) => wanted.includes(one));

/** Whether all conditions hold. Conditions that are not set always hold. */
export function holds(when: Conditions, facts: SubjectFacts): boolean {
  const { amount } = facts;
  return (
    someOf(when.businessTypes, [facts.businessType]) &&
    someOf(when.senderRoles, facts.senderRoles) &&
    (facts.seals === undefined || someOf(when.seals, facts.seals)) &&
    (!when.counterparties?.length ||
      facts.counterparties === undefined ||
      facts.counterparties.some((name) => when.counterparties!.some((part) => name.includes(part)))) &&
    (amount === undefined ||
      ((when.amountFrom === undefined || amount >= when.amountFrom) &&
        (when.amountTo === undefined || amount <= when.amountTo)))
  );
}
