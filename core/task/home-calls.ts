import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { SENDERS } from '#core/identity/role-sets.ts';
import { empty, fixedPageInput, id, pageOf, time } from '#core/wire.ts';

const WAITING: Access = {
  actor: 'session',
  sso: true,
  may: 'see the tasks that wait for them in all their identities, and the state of their own enterprises',
};

/** [7.12b] Tasks that await the person's signature, in all identities. */
export const getLoggedTodoTasks = defineCall({
  id: 'task.getLoggedTodoTasks',
  method: 'GET',
  path: '/bc/assemble/plan/getLoggedTodoPlans',
  access: WAITING,
  input: z.object(fixedPageInput),
  output: pageOf(
    z.object({
      planId: id,
      taskName: z.string(),
      initiator: z.string(),
      endTime: time,
      /** Enterprise to act for; empty if the person signs for themself. */
      entId: z.string(),
      entName: z.string(),
    }),
  ),
  summary: 'List the tasks that wait for the person in all their identities, earliest deadline first',
});

/** [7.12g] How many tasks wait for the person. */
export const getPendingSize = defineCall({
  id: 'task.getPendingSize',
  method: 'GET',
  path: '/bc/assemble/plan/getPendingSize',
  access: WAITING,
  input: z.object({
    /** ALL: in all identities of the person; omitted: in the current identity. */
    flag: z.literal('ALL').optional(),
  }),
  output: z.object({ pendingSize: z.number().int() }),
  summary: 'Count the tasks that wait for the person',
});

/** [7.12d] Colleagues who can be named as operators of the own enterprise. */
export const getEnterpriseAssociationUser = defineCall({
  id: 'task.getEnterpriseAssociationUser',
  method: 'GET',
  path: '/bc/assemble/plan/getEnterpriseAssociationUser',
  access: { actor: 'enterprise', roles: SENDERS, may: 'look up colleagues as operators' },
  input: z.object({
    ...fixedPageInput,
    /** Part of a name. */
    userName: z.string().trim().max(50).optional(),
  }),
  output: pageOf(
    z.object({
      userId: id,
      userName: z.string(),
      /** Masked: 138****0001. */
      mobile: z.string(),
    }),
  ),
  summary: 'List the colleagues who can be operators for the enterprise',
});

/** [7.12f] Whether the caller’s own enterprise may be acted for. */
export const getEnterpriseState = defineCall({
  id: 'task.getEnterpriseState',
  method: 'GET',
  path: '/bc/assemble/enterprise/state',
  access: WAITING,
  input: z.object({ userId: id, entId: id }),
  output: z.object({
    /** Whether its business status is ENABLE. */
    isBiz: z.boolean(),
    authStatus: z.string(),
  }),
  summary: 'Get the state of one of the person’s enterprises: whether it is enabled, and its verification',
});

/** [7.12c] The caller’s unfinished application for an enterprise’s real name, if there is one. */
export const getEntContinueParams = defineCall({
  id: 'task.getEntContinueParams',
  method: 'GET',
  path: '/assemble/remoteauth/getEntContinueParams',
  access: WAITING,
  input: z.object({ entId: id.optional() }),
  output: z.union([
    z.object({
      applicationId: id,
      entId: z.string(),
      entName: z.string(),
      state: z.string(),
      route: z.string(),
    }),
    empty,
  ]),
  summary: 'Get the person’s unfinished application for an enterprise’s real name, if there is one',
});
