import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { empty, id, nothing } from '#core/wire.ts';
import { reminderSchedule } from './reminders.ts';

const SETTING: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  may: 'set when the signers of the enterprise’s tasks are reminded',
};
const WATCHING: Access = {
  actor: 'enterprise',
  may: 'see when the signers of the enterprise’s tasks are reminded',
};
const SILENCING: Access = {
  actor: 'session',
  sso: true,
  may: 'end and resume reminders of a task that is sent to them',
  also: 'only a signer who has not signed, for themself',
};

export const getReminderDefault = defineCall({
  id: 'task.getReminderDefault',
  method: 'GET',
  path: '/docmanager/assemble/plan/reminderDefault',
  access: WATCHING,
  input: nothing,
  output: z.object({
    /** Null: never. */
    reminders: reminderSchedule.nullable(),
    /** Whether the one who asks may set it. */
    mayChange: z.boolean(),
  }),
  summary: 'See when signers are reminded if the sender of a task chooses nothing else',
});

export const setReminderDefault = defineCall({
  id: 'task.setReminderDefault',
  method: 'POST',
  path: '/docmanager/assemble/plan/reminderDefault',
  access: SETTING,
  input: z.object({ reminders: reminderSchedule.nullable() }),
  output: empty,
  summary:
    'Set when signers are reminded if the sender of a task chooses nothing else; not for tasks already sent',
});

export const silenceReminders = defineCall({
  id: 'task.silenceReminders',
  method: 'POST',
  path: '/docmanager/assemble/plan/silenceReminders',
  access: SILENCING,
  input: z.object({ planId: id, silenced: z.boolean() }),
  output: empty,
  summary:
    'As a signer, get no more reminders of a task, or get them again; invitations and outcomes are sent in any case',
});
