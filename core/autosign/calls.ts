import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { CONSOLE, SENDERS } from '#core/identity/role-sets.ts';
import { typedConsent } from '#core/task/calls.ts';
import { empty, fixedPageInput, id, nothing, pageOf, sha256, time } from '#core/wire.ts';
import { OPENING_STATES, SENDER_ROLES } from './opening.ts';

const SEEING: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  may: 'see and end automatic signing for the enterprise',
};
const OPENING: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  sso: false,
  may: 'open automatic signing for a seal of the enterprise',
  also: 'with a verified real name and a proof of willingness; for a seal in use whose key is kept here',
};
const USING: Access = {
  actor: 'enterprise',
  roles: SENDERS,
  keys: 'sign',
  may: 'choose automatic signing for the own side of a task',
  also: 'with a seal whose opening covers the sender and the business type',
};

const distinct = <V extends string>(values: V[]): V[] => [...new Set(values)];

/** The end of the year 9999, ms. */
const MOST_MS = 253_402_300_799_999;

/** What an opening covers, as on the wire. */
const scope = {
  /** Null for all. */
  businessTypes: z.array(z.enum(BUSINESS_TYPES)).min(1).max(BUSINESS_TYPES.length).nullable(),
  /** Roles of which a sender needs one; null for everybody who may send. */
  senderRoles: z.array(z.enum(SENDER_ROLES)).min(1).max(SENDER_ROLES.length).nullable(),
  /** Contracts a day, in China's time zone. */
  dailyLimit: z.number().int().min(1).max(LIMITS.autoSignsPerDay),
  /** Epoch ms; `openAutoSign` says how far it may be. */
  until: time.max(MOST_MS),
};

export const openAutoSign = defineCall({
  id: 'autosign.openAutoSign',
  method: 'POST',
  path: '/docmanager/autosign/open',
  access: OPENING,
  input: z.object({
    sealId: id,
    ...scope,
    businessTypes: scope.businessTypes.transform((types) => types && distinct(types)),
    senderRoles: scope.senderRoles.transform((roles) => roles && distinct(roles)),
    /** Digest of the agreement that was read, with what it is about. */
    agreement: sha256,
    consent: typedConsent,
  }),
  output: z.object({ openingId: id }),
  summary: 'Let tasks of the own enterprise be signed automatically with a seal, after reading the agreement',
});

export const endAutoSign = defineCall({
  id: 'autosign.endAutoSign',
  method: 'POST',
  path: '/docmanager/autosign/end',
  access: SEEING,
  input: z.object({ openingId: id }),
  output: empty,
  summary: 'End automatic signing with a seal at once; what is not signed yet is signed by hand',
});

export const listAutoSigns = defineCall({
  id: 'autosign.listAutoSigns',
  method: 'GET',
  path: '/docmanager/autosign/page',
  access: SEEING,
  input: z.object(fixedPageInput),
  output: pageOf(
    z.object({
      openingId: id,
      sealId: id,
      sealName: z.string(),
      state: z.enum(OPENING_STATES),
      ...scope,
      /** Contracts signed today, and ever. */
      usedToday: z.number().int(),
      used: z.number().int(),
      openedBy: z.string(),
      openedAt: time,
      endedBy: z.string(),
      endedAt: time.nullable(),
      /** Paragraphs of the agreement, as it was read. */
      agreement: z.array(z.string()),
      digest: sha256,
    }),
  ),
  summary: 'Openings of automatic signing of the enterprise, the newest first, ended ones too',
});

export const listUsableAutoSigns = defineCall({
  id: 'autosign.listUsableAutoSigns',
  method: 'GET',
  path: '/docmanager/autosign/usable',
  access: USING,
  input: nothing,
  output: z.array(
    z.object({
      sealId: id,
      sealName: z.string(),
      category: z.string(),
      businessTypes: scope.businessTypes,
      until: time,
      /** Contracts that can still be signed today. */
      left: z.number().int(),
    }),
  ),
  summary: 'Seals with which the caller may let tasks be signed automatically',
});
