import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { secondProof } from '#core/identity/proof.ts';
import { empty, id, nothing, pageInput, pageOf, time } from '#core/wire.ts';
import { ADMINISTERING, JOINING } from './access.ts';
import { audited } from './audited.ts';
import { applyReason, remark } from './reasons.ts';
import { ADMIN_APPROVERS, ADMIN_STATES } from './states.ts';

const SEEING: Access = {
  actor: 'enterprise',
  roles: ['ENT_ADMIN'],
  may: 'see who applied to become the administrator',
};
const DECIDING: Access = {
  actor: 'enterprise',
  roles: ['ENT_ADMIN'],
  sso: false,
  may: 'decide who becomes the administrator',
  also: 'approving: with the signing password or a code to their mobile',
};
const DECIDING_ORPHANS: Access = {
  actor: 'platform',
  may: 'decide who becomes the administrator of an enterprise without one',
  also: 'not their own application; approving: with the signing password or a code to their mobile',
};

export const applyAdministrator = defineCall({
  id: 'company.applyAdministrator',
  method: 'POST',
  path: '/cb/assemble/enterprise/administrator/apply',
  access: ADMINISTERING,
  input: z.object({ entId: id, applyReason }),
  output: z.object({ applyId: id, approver: z.enum(ADMIN_APPROVERS) }),
  summary: 'Apply to become the administrator of an enterprise that the person is a member of ([4.9b])',
  once: true,
});

export const cancelAdminApplication = defineCall({
  id: 'company.cancelAdminApplication',
  method: 'POST',
  path: '/cb/assemble/enterprise/administrator/cancel',
  access: ADMINISTERING,
  input: z.object({ applyId: id }),
  output: empty,
  summary: 'Withdraw the person’s own application for administrator',
});

export const listSuccessors = defineCall({
  id: 'company.listSuccessors',
  method: 'GET',
  path: '/cb/assemble/enterprise/administrator/successors',
  access: ADMINISTERING,
  input: z.object({ entId: id }),
  output: z.array(z.object({ userId: id, name: z.string(), mobile: z.string() })),
  summary: 'List the verified members to whom the administrator can transfer the role',
});

/** [6.2c] Transfer the administrator’s role to a member; who transfers it leaves the enterprise. */
export const transferAdministrator = defineCall({
  id: 'company.transferAdministrator',
  method: 'POST',
  path: '/cb/assemble/enterprise/administrator/transfer',
  access: ADMINISTERING,
  input: z.object({ entId: id, userId: id, proof: secondProof }),
  output: empty,
  summary: 'Transfer the administrator’s role to a member; the former administrator leaves the enterprise',
});

export const listAdministrators = defineCall({
  id: 'company.listAdministrators',
  method: 'GET',
  path: '/cb/assemble/enterprise/administrators',
  access: JOINING,
  input: nothing,
  output: z.array(
    z.object({ entId: id, entName: z.string(), name: z.string(), mobile: z.string(), self: z.boolean() }),
  ),
  summary: 'List the contact persons of the person’s enterprises; mobiles are masked',
});

export const showAdministrator = defineCall({
  id: 'company.showAdministrator',
  method: 'POST',
  path: '/cb/assemble/enterprise/administrator/contact',
  access: JOINING,
  input: z.object({ entId: id }),
  output: z.object({ mobile: z.string() }),
  summary:
    'Get the unmasked mobile of the administrator of one of the person’s enterprises; the access is recorded',
});

const adminApplicationRow = z.object({
  applyId: id,
  entId: id,
  entName: z.string(),
  userId: id,
  name: z.string(),
  mobile: z.string(),
  reason: z.string(),
  state: z.enum(ADMIN_STATES),
  applyTime: time,
});
export type AdminApplicationRow = z.output<typeof adminApplicationRow>;
const adminApplicationSearch = z.object({
  ...pageInput,
  applyStatus: z.enum(ADMIN_STATES).optional(),
  audited,
});

export const listAdminApplications = defineCall({
  id: 'company.listAdminApplications',
  method: 'GET',
  path: '/cb/assemble/enterprise/administrator/page',
  access: SEEING,
  input: adminApplicationSearch,
  output: pageOf(adminApplicationRow),
  summary: 'List the members who applied to become the administrator',
});

/** Who is approved acts for the whole enterprise, long after this session. */
const decision = z
  .object({ applyId: id, pass: z.boolean(), remark, proof: secondProof.optional() })
  .refine(({ pass, proof }) => !pass || proof !== undefined, { path: ['proof'], message: 'required' });

export const decideAdminApplication = defineCall({
  id: 'company.decideAdminApplication',
  method: 'POST',
  path: '/cb/assemble/enterprise/administrator/decide',
  access: DECIDING,
  input: decision,
  output: empty,
  summary: 'Approve or reject an application for administrator, as the current administrator',
  changes: ['company', 'identity'],
});

export const listOrphanApplications = defineCall({
  id: 'company.listOrphanApplications',
  method: 'GET',
  path: '/platform/administrator/page',
  access: DECIDING_ORPHANS,
  input: adminApplicationSearch,
  output: pageOf(adminApplicationRow),
  summary: 'List the applications for administrator of enterprises without one',
});

export const decideOrphanApplication = defineCall({
  id: 'company.decideOrphanApplication',
  method: 'POST',
  path: '/platform/administrator/decide',
  access: DECIDING_ORPHANS,
  input: decision.refine((input) => input.pass || input.remark !== '', {
    path: ['remark'],
    message: 'required',
  }),
  output: empty,
  summary: 'Approve or reject an application for administrator of an enterprise without one',
  changes: ['company', 'platform'],
});
