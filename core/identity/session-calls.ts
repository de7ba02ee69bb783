import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { empty, id, nothing, time } from '#core/wire.ts';
import { OWN_REGISTRATION } from './access.ts';

/** The caller's sessions, most recently used first. */
export const listSessions = defineCall({
  id: 'identity.listSessions',
  method: 'GET',
  path: '/token/sessions',
  access: OWN_REGISTRATION,
  input: nothing,
  output: z.array(
    z.object({
      id,
      /** Whether it is the caller's current session. */
      current: z.boolean(),
      browser: z.string(),
      system: z.string(),
      mobile: z.boolean(),
      /** IP network of the last use without its last part, such as 203.0.113.*; empty if unknown. */
      network: z.string(),
      signedInAt: time,
      usedAt: time,
    }),
  ),
  summary: 'List the person’s own sessions with their devices',
});

export const endOneSession = defineCall({
  id: 'identity.endOneSession',
  method: 'POST',
  path: '/token/sessions/:id/end',
  access: OWN_REGISTRATION,
  input: z.object({ id }),
  output: empty,
  summary: 'End one of the person’s own sessions',
  changes: ['identity.listSessions'],
});

export const endOtherSessions = defineCall({
  id: 'identity.endOtherSessions',
  method: 'POST',
  path: '/token/sessions/endOthers',
  access: OWN_REGISTRATION,
  input: nothing,
  output: z.object({
    ended: z.number().int(),
    /** UKeys of the account, which stay able to log in and sign. */
    keys: z.number().int(),
  }),
  summary: 'End all other sessions of the person',
  changes: ['identity.listSessions'],
});
