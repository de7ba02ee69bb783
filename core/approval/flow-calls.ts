import { z } from 'zod';
import { type Access, defineCall, ROLES } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { CONSOLE, SENDERS } from '#core/identity/role-sets.ts';
import { templateSource } from '#core/template/source.ts';
import { DAY_MS } from '#core/time.ts';
import { empty, id, nothing, time } from '#core/wire.ts';
import { contractFen } from './contract-fen.ts';
import { approvalFlow } from './flow.ts';
import { STEP_MODES } from './states.ts';

const FLOWS: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  may: 'edit the enterprise’s approval flows, switch them on and off, and test them',
};

const flowRow = z.object({
  flowId: id,
  version: z.number().int(),
  enabled: z.boolean(),
  flow: approvalFlow,
  changedAt: time,
  changedBy: z.string(),
  /** Number of running approvals, by any version of the flow. */
  running: z.number().int(),
});
export type FlowRow = z.output<typeof flowRow>;

export const listFlows = defineCall({
  id: 'approval.listFlows',
  method: 'GET',
  path: '/docmanager/approval/flow/list',
  access: FLOWS,
  input: nothing,
  output: z.object({ flows: z.array(flowRow) }),
  summary: 'List the approval flows of the enterprise, in the order in which they apply',
});

export const saveFlow = defineCall({
  id: 'approval.saveFlow',
  method: 'POST',
  path: '/docmanager/approval/flow/save',
  access: FLOWS,
  input: z.object({
    /** Omitted: a new flow, which starts switched off. */
    flowId: id.optional(),
    /** The version that the change is based on. */
    version: z.number().int().min(1).optional(),
    flow: approvalFlow,
  }),
  output: z.object({ flowId: id, version: z.number().int() }),
  summary: 'Save an approval flow as a new version; running approvals keep theirs',
  once: true,
});

export const switchFlow = defineCall({
  id: 'approval.switchFlow',
  method: 'POST',
  path: '/docmanager/approval/flow/switch',
  access: FLOWS,
  input: z.object({ flowId: id, enabled: z.boolean() }),
  output: empty,
  summary: 'Switch an approval flow on or off for future tasks',
});

export const removeFlow = defineCall({
  id: 'approval.removeFlow',
  method: 'POST',
  path: '/docmanager/approval/flow/remove',
  access: FLOWS,
  input: z.object({ flowId: id }),
  output: empty,
  summary: 'Remove an approval flow; its running approvals continue',
});

/** The facts that conditions are evaluated on, except amounts. */
const contract = {
  businessType: z.enum(BUSINESS_TYPES).or(z.literal('')),
  counterparties: z.array(z.string().trim().max(100)).max(50).default([]),
};

const resolvedStep = z.object({
  key: z.string(),
  name: z.string(),
  mode: z.enum(STEP_MODES),
  approvers: z.array(z.object({ accountId: id, name: z.string() })),
  hours: z.number().int().optional(),
});
export type ResolvedStep = z.output<typeof resolvedStep>;

export const tryFlow = defineCall({
  id: 'approval.tryFlow',
  method: 'POST',
  path: '/docmanager/approval/flow/try',
  access: FLOWS,
  input: z.object({
    flow: approvalFlow,
    ...contract,
    /** Values as they stand in the contract, by name of the field; an empty name: the amount that the sender types. */
    amounts: z
      .array(z.object({ field: z.string().max(LIMITS.templateFieldName), text: z.string().max(200) }))
      .max(50)
      .default([]),
    applicantId: id,
  }),
  output: z.object({
    /** Whether the flow would apply to this contract and sender automatically. */
    applies: z.boolean(),
    /** How the values were read, in fen; null: not as an amount. */
    read: z.array(z.object({ field: z.string(), fen: z.number().int().nullable() })),
    /** The flow or a node asks because an amount is missing or cannot be read. */
    unread: z.boolean(),
    steps: z.array(resolvedStep),
    /** Names of the steps in which nobody can decide: the contract could not be sent. */
    withoutApprover: z.array(z.string()),
  }),
  summary: 'Preview the approvers of a contract by a flow, which may be unsaved',
});

const staffMember = z.object({
  accountId: id,
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
});
export type StaffMember = z.output<typeof staffMember>;

export const listStaff = defineCall({
  id: 'approval.listStaff',
  method: 'GET',
  path: '/docmanager/approval/staff',
  access: {
    actor: 'enterprise',
    may: 'see which colleagues can approve, and set a substitute for their own absence',
  },
  input: nothing,
  output: z.object({ staff: z.array(staffMember) }),
  summary: 'List the colleagues who can be approvers, by name',
});

export const previewApproval = defineCall({
  id: 'approval.previewApproval',
  method: 'POST',
  path: '/docmanager/approval/preview',
  access: {
    actor: 'enterprise',
    roles: SENDERS,
    may: 'preview who must approve a contract before it is sent',
  },
  input: z.object({
    ...contract,
    /** fen; as typed by the sender. */
    contractAmount: contractFen.optional(),
    /** The templates that its files are made from, with what is filled in. */
    templates: z
      .array(templateSource.pick({ versionId: true, values: true }))
      .max(LIMITS.filesPerTask)
      .default([]),
    /** The flow that the sender chose; empty: none. */
    flowId: id.or(z.literal('')).default(''),
  }),
  output: z.object({
    /** Flows that would apply, mandatory ones first. */
    flows: z.array(z.object({ flowId: id, name: z.string(), always: z.boolean(), unread: z.boolean() })),
    steps: z.array(resolvedStep),
    withoutApprover: z.array(z.string()),
    /** Flows that the sender may add. */
    choices: z.array(z.object({ flowId: id, name: z.string() })),
    /** Whether a flow judges the amount that the sender types. */
    asksAmount: z.boolean(),
  }),
  summary: 'Preview the flows and the approvers of a contract before it is sent',
});

/** Longest period of a substitution, days. */
const MOST_DAYS = 366;

const substitute = z.object({
  substituteId: id,
  name: z.string(),
  from: time,
  to: time,
});

export const getSubstitute = defineCall({
  id: 'approval.getSubstitute',
  method: 'GET',
  path: '/docmanager/approval/substitute',
  access: listStaff.access,
  input: nothing,
  output: z.object({ substitute: substitute.nullable() }),
  summary: 'Get the person’s substitute for approvals, and the period',
});

export const saveSubstitute = defineCall({
  id: 'approval.saveSubstitute',
  method: 'POST',
  path: '/docmanager/approval/substitute',
  access: listStaff.access,
  input: z
    .object({
      /** Empty: ends the substitution. */
      substituteId: id.or(z.literal('')),
      from: time,
      to: time,
    })
    .refine(({ substituteId, from, to }) => substituteId === '' || to >= from, {
      path: ['to'],
      params: { problem: 'beforeStart' },
    })
    .refine(({ from, to }) => to - from <= MOST_DAYS * DAY_MS, {
      path: ['to'],
      params: { problem: 'tooLong' },
    }),
  output: empty,
  summary: 'Set a substitute for approvals for a period',
});
