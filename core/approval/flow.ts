import { z } from 'zod';
import { ROLES } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { nameKey } from '#core/identity/compare-names.ts';
import { draftKey } from '#core/task/plan.ts';
import { fieldName } from '#core/template/parts.ts';
import { id } from '#core/wire.ts';
import type { AmountFact } from './amount.ts';
import { contractFen } from './contract-fen.ts';
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

/** When a flow or a node applies to a contract: all conditions that are set must hold. */
const conditionParts = z.object({
  businessTypes: z.array(z.enum(BUSINESS_TYPES)).max(BUSINESS_TYPES.length).optional(),
  /**
   * Name of the template's field that has the amount. Where no file of the contract has such a field, and without a name,
   * the amount that the sender typed counts.
   */
  amountField: fieldName.optional(),
  /** fen, inclusive */
  amountFrom: contractFen.optional(),
  amountTo: contractFen.optional(),
  /** A counterparty's name contains one of these. */
  counterparties: z.array(z.string().trim().min(1).max(100)).max(50).optional(),
  senderRoles: z.array(z.enum(ROLES)).max(20).optional(),
  /** One of these seals is used. */
  seals: z.array(id).max(50).optional(),
});
export const conditions = conditionParts
  .refine(
    ({ amountFrom, amountTo }) =>
      amountFrom === undefined || amountTo === undefined || amountTo >= amountFrom,
    {
      path: ['amountTo'],
      params: { problem: 'belowLeast' },
    },
  )
  .refine(
    ({ amountField, amountFrom, amountTo }) =>
      !amountField || amountFrom !== undefined || amountTo !== undefined,
    {
      path: ['amountFrom'],
      params: { problem: 'required' },
    },
  );
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
  /** Undefined if unknown: conditions on amounts then hold, so that a blank cannot evade approval. */
  amounts?: readonly AmountFact[];
  /** Undefined if unknown, for example for a template: conditions on counterparties then hold. */
  counterparties?: readonly string[];
  senderRoles: readonly string[];
  /** Undefined while it is unknown which seals will be used: conditions on seals then hold. */
  seals?: readonly string[];
}

const someOf = (wanted: readonly string[] | undefined, are: readonly string[]): boolean =>
  !wanted || wanted.length === 0 || are.some((one) => wanted.includes(one));

export const hasAmount = ({ amountFrom, amountTo }: Conditions): boolean =>
  amountFrom !== undefined || amountTo !== undefined;

/** The amounts that a condition judges: those of its field, else the typed one. */
const judgedAmounts = ({ amountField = '' }: Conditions, amounts: readonly AmountFact[] = []) => {
  const named = amounts.filter(({ field }) => field === amountField);
  return named.length > 0 ? named : amounts.filter(({ field }) => field === '');
};

/**
 * Whether the condition on amounts holds. UNREAD: it does because an amount is missing or cannot be read. Of several
 * amounts (two files, repeated rows) one is enough.
 */
export function judgeAmount(
  when: Conditions,
  { amounts }: Pick<SubjectFacts, 'amounts'>,
): 'HOLDS' | 'UNREAD' | 'NOT' {
  if (!hasAmount(when)) return 'HOLDS';
  const judged = judgedAmounts(when, amounts);
  const { amountFrom = 0, amountTo = Number.MAX_SAFE_INTEGER } = when;
  if (judged.some((one) => one.fen !== null && one.fen >= amountFrom && one.fen <= amountTo)) return 'HOLDS';
  return judged.length === 0 || judged.some((one) => one.fen === null) ? 'UNREAD' : 'NOT';
}

/** Whether the sender has to type the amount for this condition to be judged. */
export const asksTypedAmount = (when: Conditions, amounts: readonly AmountFact[]): boolean =>
  hasAmount(when) && judgedAmounts(when, amounts).every(({ field }) => field === '');

/** Whether all conditions hold. Conditions that are not set always hold. */
export function holds(when: Conditions, facts: SubjectFacts): boolean {
  return (
    someOf(when.businessTypes, [facts.businessType]) &&
    someOf(when.senderRoles, facts.senderRoles) &&
    (facts.seals === undefined || someOf(when.seals, facts.seals)) &&
    (!when.counterparties?.length ||
      facts.counterparties === undefined ||
      facts.counterparties.some((name) =>
        when.counterparties!.some((part) => nameKey(name).includes(nameKey(part))),
      )) &&
    judgeAmount(when, facts) !== 'NOT'
  );
}
