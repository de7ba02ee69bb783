import { z } from 'zod';
import { type Access, defineCall, ROLES } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { TEMPLATE_TYPES } from '#core/template/record.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { empty, fixedPageInput, id, pageOf, sha256, time } from '#core/wire.ts';
import { READING } from './access.ts';
import { APPROVAL_ACTIONS } from './actions.ts';
import { CONTRACT_CHANGES } from './contract.ts';
import { contractFen } from './contract-fen.ts';
import { LATE_ACTS } from './flow.ts';
import { SEAL_USE_STATES } from './seal-use.ts';
import { APPROVAL_STATES, APPROVAL_SUBJECTS, DECISIONS, STEP_MODES, STEP_STATES } from './states.ts';

const DECIDING: Access = {
  actor: 'enterprise',
  may: 'approve, reject or return what was submitted for approval, transfer the decision, and add an approver',
  also: 'only when it is their turn, and never on their own application unless the flow allows it',
};
const ASKING: Access = {
  actor: 'enterprise',
  may: 'urge, withdraw and delete approvals that they requested',
  also: 'only the applicant',
};

/** Maximum length of the comment on a decision. */
const MOST_CHARACTERS = 500;
const remark = severalLines(z.string().trim().max(MOST_CHARACTERS));

export const APPROVAL_BOXES = ['toDecide', 'toStamp', 'submitted', 'decided', 'copied'] as const;
export type ApprovalBox = (typeof APPROVAL_BOXES)[number];

const approvalRow = z.object({
  approvalId: id,
  subject: z.enum(APPROVAL_SUBJECTS),
  /** The contract; empty if the subject is a template or another system's business. */
  planId: id.or(z.literal('')),
  /** The template, while it exists; null if the subject is a contract. */
  template: z.object({ id, templateType: z.enum(TEMPLATE_TYPES) }).nullable(),
  title: z.string(),
  flowName: z.string(),
  /** A flow asks because an amount is missing or cannot be read. */
  unread: z.boolean(),
  state: z.enum(APPROVAL_STATES),
  applicant: z.string(),
  /** fen; of a contract as its sender typed it, or of another system's business; null without it. */
  amount: contractFen.nullable(),
  /** SHA-256 of what is approved; a decision must name it. */
  digest: sha256,
  createdAt: time,
  endedAt: time.nullable(),
  /** Name of the step in progress; empty once the approval has ended. */
  step: z.string(),
  /** Who can decide now. */
  waitingFor: z.array(z.string()),
  /** Nobody can decide at present. */
  stuck: z.boolean(),
  /** When the step in progress is due. */
  dueAt: time.nullable(),
  actions: z.array(z.enum(APPROVAL_ACTIONS)),
  /** The reopened draft, for a caller who may resubmit; empty otherwise. */
  draftId: z.string(),
  /** State of a requested use of seals; null for other subjects. */
  sealUse: z.enum(SEAL_USE_STATES).nullable(),
});
export type ApprovalRow = z.output<typeof approvalRow>;

export const listApprovals = defineCall({
  id: 'approval.listApprovals',
  method: 'GET',
  path: '/docmanager/approval/page',
  access: READING,
  input: z.object({
    ...fixedPageInput,
    box: z.enum(APPROVAL_BOXES),
    /** Part of the title. */
    keyword: z.string().max(100).optional(),
    state: z.enum(APPROVAL_STATES).optional(),
    from: z.coerce.number().int().optional(),
    to: z.coerce.number().int().optional(),
  }),
  output: pageOf(approvalRow),
  summary: 'List approvals to decide, to stamp, submitted, decided, or received as a copy',
});

const person = z.object({ accountId: id, name: z.string() });
const approvalStep = z.object({
  key: z.string(),
  name: z.string(),
  mode: z.enum(STEP_MODES),
  state: z.enum(STEP_STATES),
  late: z.enum(LATE_ACTS),
  dueAt: time.nullable(),
  approvers: z.array(
    person.extend({
      roles: z.array(z.enum(ROLES)),
      decision: z.enum(DECISIONS).nullable(),
      at: time.nullable(),
      words: z.string(),
      mine: z.boolean(),
    }),
  ),
  copies: z.array(z.string()),
});
export type ApprovalStepView = z.output<typeof approvalStep>;

export const getApproval = defineCall({
  id: 'approval.getApproval',
  method: 'GET',
  path: '/docmanager/approval/detail',
  access: READING,
  input: z.object({ approvalId: id.optional(), planId: id.optional() }),
  output: approvalRow.extend({
    steps: z.array(approvalStep),
    /** The previous approval if this one resubmits it, and the differences. */
    beforeId: z.string(),
    changes: z.array(z.object({ change: z.enum(CONTRACT_CHANGES), subject: z.string() })),
    /** The requested use of seals; null for other subjects. */
    seals: z
      .object({
        useId: id,
        reason: z.string(),
        byHolder: z.boolean(),
        signerId: id,
        names: z.array(z.string()),
        fillings: z.array(z.object({ placementId: id, sealId: id })),
        /** Values of the signer's fields. */
        values: z.array(z.object({ name: z.string(), value: z.string() })),
        /** Who stamped; empty before that. */
        stampedBy: z.string(),
        /** Whether one of the keys is on a UKey. */
        onUkey: z.boolean(),
      })
      .nullable(),
    /** Business of another system; null for everything else. */
    external: z
      .object({
        businessId: z.string(),
        /** Name of the API key with which it was asked, or of the person. */
        system: z.string(),
        /** What flows judge it by, beside the amount; empty if not given. */
        businessType: z.enum(BUSINESS_TYPES).or(z.literal('')),
        /** Asked before approvals were bound to amount, type and approvers: it can no longer be approved. */
        outdated: z.boolean(),
        details: z.array(z.object({ name: z.string(), value: z.string() })),
        documents: z.array(z.object({ fileName: z.string(), sha256 })),
      })
      .nullable(),
  }),
  summary: 'Get an approval with its steps, the decisions, and the changes since it was last requested',
});
export type ApprovalDetail = z.output<typeof getApproval.output>;

export const decideApproval = defineCall({
  id: 'approval.decideApproval',
  method: 'POST',
  path: '/docmanager/approval/decide',
  access: DECIDING,
  input: z
    .object({
      approvalId: id,
      /** Digest of what was shown to the approver. */
      digest: sha256,
      decision: z.enum(DECISIONS),
      words: remark,
    })
    .refine((input) => input.decision === 'PASS' || input.words !== '', {
      path: ['words'],
      params: { problem: 'required' },
    }),
  output: z.object({
    state: z.enum(APPROVAL_STATES),
    /** A use of seals was approved and the approver holds the seals: they can stamp at once. */
    mayStamp: z.boolean(),
  }),
  summary: 'Approve, reject or return to the sender; a refusal needs a reason',
  once: true,
  changes: ['approval', 'task', 'template'],
});

/** Most approvals passed by one call; a page makes several for more. */
export const PASSED_AT_ONCE = 50;

export const passApprovals = defineCall({
  id: 'approval.passApprovals',
  method: 'POST',
  path: '/docmanager/approval/passMany',
  access: DECIDING,
  input: z.object({
    approvals: z
      .array(z.object({ approvalId: id, digest: sha256 }))
      .min(1)
      .max(PASSED_AT_ONCE),
    words: remark,
  }),
  output: z.object({
    results: z.array(
      z.object({
        approvalId: id,
        passed: z.boolean(),
        /** Why it was not, in the language of the request; empty if it was. */
        message: z.string(),
      }),
    ),
  }),
  summary:
    'Approve several, each on its own: one that fails leaves the others; repeated, those passed stay so',
  changes: ['approval', 'task', 'template'],
});

export const transferApproval = defineCall({
  id: 'approval.transferApproval',
  method: 'POST',
  path: '/docmanager/approval/transfer',
  access: DECIDING,
  input: z.object({ approvalId: id, to: id }),
  output: empty,
  summary: 'Transfer the decision to a colleague',
  once: true,
});

export const addApprover = defineCall({
  id: 'approval.addApprover',
  method: 'POST',
  path: '/docmanager/approval/add',
  access: DECIDING,
  input: z.object({ approvalId: id, who: id, where: z.enum(['BEFORE', 'AFTER']) }),
  output: empty,
  summary: 'Add a colleague as approver before or after the caller',
  once: true,
});

export const withdrawApproval = defineCall({
  id: 'approval.withdrawApproval',
  method: 'POST',
  path: '/docmanager/approval/withdraw',
  access: ASKING,
  input: z.object({ approvalId: id }),
  output: empty,
  summary: 'Withdraw a requested approval; its draft is reopened',
  once: true,
  changes: ['approval', 'task', 'template'],
});

export const urgeApproval = defineCall({
  id: 'approval.urgeApproval',
  method: 'POST',
  path: '/docmanager/approval/urge',
  access: ASKING,
  input: z.object({ approvalId: id }),
  output: z.object({ urged: z.number().int() }),
  summary: 'Remind the current approvers, at most once in ten minutes',
});

export const deleteApproval = defineCall({
  id: 'approval.deleteApproval',
  method: 'POST',
  path: '/docmanager/approval/delete',
  access: ASKING,
  input: z.object({ approvalId: id }),
  output: empty,
  summary: 'Remove an ended approval from the applicant’s list; the trail keeps the decisions',
});
