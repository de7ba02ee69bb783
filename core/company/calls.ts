import { z } from 'zod';
import { defineCall, ROLES } from '#core/call.ts';
import { secondProof } from '#core/identity/proof.ts';
import { PERSON_AUTH } from '#core/identity/states.ts';
import { GRANT_LEVELS } from '#core/seal/states.ts';
import { normalizeEnterpriseName } from '#core/validate/enterprise-name.ts';
import { empty, id, nothing, pageInput, pageOf, time } from '#core/wire.ts';
import { ADMINISTERING, JOINING, PEOPLE } from './access.ts';
import { audited } from './audited.ts';
import { BUSINESS_TYPES } from './business-types.ts';
import { departmentId } from './department-calls.ts';
import { applyReason, remark } from './reasons.ts';
import { GIVEN_ROLES } from './roles.ts';
import {
  ADMIN_APPROVERS,
  ADMIN_STATES,
  ENTERPRISE_AUTH,
  ENTERPRISE_BUSINESS,
  JOIN_STATES,
  NODE_TYPES,
} from './states.ts';

/** [7.15a] Finds an enterprise by its exact name; partial names do not match. */
export const listEnterpriseTreeSimple = defineCall({
  id: 'company.listEnterpriseTreeSimple',
  method: 'GET',
  path: '/cb/assemble/enterprise/listEnterpriseTreeSimple',
  access: { actor: 'session', sso: true, may: 'find an enterprise by its exact name' },
  input: z.object({
    nodeName: z.string().max(200).transform(normalizeEnterpriseName),
    nodeTypes: z.enum(NODE_TYPES).default('ENTERPRISE-ENTERPRISE'),
  }),
  output: z.array(z.object({ relationId: id, nodeName: z.string(), nodeType: z.enum(NODE_TYPES) })),
  summary:
    'Find the enterprise with exactly this name; a part of a name finds nothing, so that names cannot be guessed',
});

/** [7.15b] [3.20] Apply to join an enterprise ([4.9c]). */
export const saveApplyJoinEnt = defineCall({
  id: 'company.saveApplyJoinEnt',
  method: 'POST',
  path: '/cb/assemble/applyjoinent/saveApplyJoinEnt',
  access: JOINING,
  input: z.object({ entId: id, applyReason }),
  output: z.object({ applyId: id }),
  summary: 'Apply to join an enterprise ([4.9c])',
  once: true,
});

export const withdrawJoin = defineCall({
  id: 'company.withdrawJoin',
  method: 'POST',
  path: '/cb/assemble/applyjoinent/withdraw',
  access: JOINING,
  input: z.object({ applyId: id }),
  output: empty,
  summary: 'Withdraw the person’s own pending application to join',
});

const myBusiness = z.object({
  entId: id,
  entName: z.string(),
  authStatus: z.enum(ENTERPRISE_AUTH),
  businessStatus: z.enum(ENTERPRISE_BUSINESS),
  /** Null if the person is not a member. */
  member: z.object({ roles: z.array(z.enum(ROLES)), joinTime: time, administrator: z.boolean() }).nullable(),
  /** The newest application to join, unless it has become a membership. */
  application: z
    .object({
      applyId: id,
      state: z.enum(JOIN_STATES),
      reason: z.string(),
      remark: z.string(),
      applyTime: time,
    })
    .nullable(),
  /** The newest application to become administrator. */
  adminApplication: z
    .object({
      applyId: id,
      state: z.enum(ADMIN_STATES),
      approver: z.enum(ADMIN_APPROVERS),
      remark: z.string(),
      applyTime: time,
    })
    .nullable(),
});
export type MyBusiness = z.output<typeof myBusiness>;

/** [2.20] Enterprises of the person, and those they applied to join. */
export const listMyBusinesses = defineCall({
  id: 'company.listMyBusinesses',
  method: 'GET',
  path: '/cb/assemble/applyjoinent/listMyEnterprises',
  access: JOINING,
  input: nothing,
  output: z.array(myBusiness),
  summary: 'List the enterprises of the person, and those they applied to join',
});

export const leaveEnterprise = defineCall({
  id: 'company.leaveEnterprise',
  method: 'POST',
  path: '/cb/assemble/enterprise/leave',
  access: JOINING,
  input: z.object({ entId: id }),
  output: empty,
  summary: 'Leave an enterprise; its administrator must transfer the role first',
});

/** [6.2d] Revoke the real name of an enterprise as its administrator. */
export const revokeEnterpriseAuth = defineCall({
  id: 'company.revokeEnterpriseAuth',
  method: 'POST',
  path: '/cb/assemble/enterprise/revokeAuth',
  access: ADMINISTERING,
  input: z.object({ entId: id, reason: applyReason }),
  output: empty,
  summary: 'Revoke the real name of an enterprise as its administrator',
});

const stamps = z.array(z.object({ stampId: id, level: z.enum(GRANT_LEVELS) })).max(200);
const authorization = {
  roles: z.array(z.enum(GIVEN_ROLES)).min(1).max(GIVEN_ROLES.length),
  /** Null for all ([6.2b]). */
  businessTypes: z.array(z.enum(BUSINESS_TYPES)).min(1).max(BUSINESS_TYPES.length).nullable(),
  stamps,
  /**
   * Whether the person manages the roster without access to salary and insurance; only relevant for HR.
   * Omitted: as before, for a new member false.
   */
  salaryWithheld: z.boolean().optional(),
  /** Needed to appoint a business administrator, or to give one further business types (`isAppointment`). */
  proof: secondProof.optional(),
};

export const listJoinApplications = defineCall({
  id: 'company.listJoinApplications',
  method: 'GET',
  path: '/cb/assemble/applyjoinent/page',
  access: PEOPLE,
  input: z.object({ ...pageInput, applyStatus: z.enum(JOIN_STATES).optional(), audited }),
  output: pageOf(
    z.object({
      applyId: id,
      userId: id,
      name: z.string(),
      mobile: z.string(),
      personalAuthStatus: z.enum(PERSON_AUTH),
      reason: z.string(),
      state: z.enum(JOIN_STATES),
      remark: z.string(),
      applyTime: time,
      decideTime: time.nullable(),
      decidedBy: z.string(),
    }),
  ),
  summary: 'List the applications to join the enterprise',
});

export const getAuthorizationChoices = defineCall({
  id: 'company.getAuthorizationChoices',
  method: 'GET',
  path: '/cb/assemble/applyjoinent/choices',
  access: PEOPLE,
  input: nothing,
  output: z.object({
    /** Roles that this identity may assign. */
    roles: z.array(z.enum(GIVEN_ROLES)),
    stamps: z.array(z.object({ stampId: id, stampName: z.string() })),
  }),
  summary: 'List the roles, business types and seals that can be granted to a member',
});

export const passJoin = defineCall({
  id: 'company.passJoin',
  method: 'POST',
  path: '/cb/assemble/applyjoinent/pass',
  access: PEOPLE,
  input: z.object({ applyId: id, ...authorization }),
  output: empty,
  summary: 'Approve an application to join, with roles, business types and seals ([6.2b])',
});

export const rejectJoin = defineCall({
  id: 'company.rejectJoin',
  method: 'POST',
  path: '/cb/assemble/applyjoinent/reject',
  access: PEOPLE,
  input: z.object({ applyId: id, remark }),
  output: empty,
  summary: 'Reject an application to join',
});

const person = z.object({
  userId: id,
  name: z.string(),
  mobile: z.string(),
  personalAuthStatus: z.enum(PERSON_AUTH),
  roles: z.array(z.enum(ROLES)),
  businessTypes: z.array(z.enum(BUSINESS_TYPES)).max(BUSINESS_TYPES.length).nullable(),
  departmentId,
  /** Names from the root down; empty for none. */
  department: z.array(z.string()),
  stamps: z.array(z.object({ stampId: id, stampName: z.string(), level: z.enum(GRANT_LEVELS) })),
  salaryWithheld: z.boolean(),
  joinTime: time,
  self: z.boolean(),
  /** Whether this identity may change and remove the member. */
  editable: z.boolean(),
});
export type PersonRow = z.output<typeof person>;

/** [3.2a] People of the enterprise with their roles, business types and seals. */
export const listPersons = defineCall({
  id: 'company.listPersons',
  method: 'GET',
  path: '/cb/assemble/entperson/page',
  access: PEOPLE,
  input: z.object({
    ...pageInput,
    name: z.string().max(50).optional(),
    role: z.enum(ROLES).optional(),
    /** Including its sub-departments. */ departmentId: id.optional(),
  }),
  output: pageOf(person),
  summary: 'List the members of the enterprise with their roles, business types and seals',
});

export const savePerson = defineCall({
  id: 'company.savePerson',
  method: 'POST',
  path: '/cb/assemble/entperson/save',
  access: PEOPLE,
  input: z.object({ userId: id, ...authorization }),
  output: empty,
  summary: 'Change the authorizations of a member',
});

/** [4.9d] Removes a member; their authorizations end and their turns pass to the administrator. */
export const removePerson = defineCall({
  id: 'company.removePerson',
  method: 'POST',
  path: '/cb/assemble/entperson/removeById',
  access: PEOPLE,
  input: z.object({ userId: id }),
  output: empty,
  summary:
    'Remove a member: ends all their authorizations in the enterprise and passes their turns to the administrator',
});
