import { z } from 'zod';
import { type Access, defineCall, KEY_SCOPES } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { originText } from '#core/embed/origin-text.ts';
import { secondProof } from '#core/identity/proof.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { empty, fixedPageInput, id, pageOf, time } from '#core/wire.ts';
import { canonicalNetwork } from './networks.ts';

const KEYS: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  may: 'list and revoke API keys of the enterprise',
};
/**
 * A key outlasts the session that made it, and acts in the name of its holder. So a stolen session alone makes none and
 * widens none, and neither does the system of a customer that opened the session for somebody.
 */
const KEY_MANAGERS: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  sso: false,
  may: 'create, change, rotate and take over API keys of the enterprise',
  also: 'with the signing password or a code to their mobile; change and rotate: only the holder',
};

export const KEY_DAYS = [30, 90, 365] as const;
/** How long the former key may stay valid after a rotation, h. */
export const OVERLAP_HOURS = [0, 24, 168] as const;
export const KEY_STATES = ['ACTIVE', 'ENDED', 'REVOKED', 'WITHOUT_HOLDER'] as const;
export const MOST_NETWORKS = 20;
export const MOST_ORIGINS = 20;

const keyFields = {
  name: z.string().trim().min(1).max(50),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .min(1)
    .max(KEY_SCOPES.length)
    .transform((scopes) => [...new Set(scopes)]),
  /** IP addresses and networks from which the key may be used; empty: no restriction. */
  networks: z
    .array(
      z
        .string()
        .max(50)
        .transform((text, issues) => {
          const network = canonicalNetwork(text);
          if (network !== null) return network;
          issues.addIssue({ code: 'custom', params: { problem: 'INPUT_INVALID' } });
          return z.NEVER;
        }),
    )
    .max(MOST_NETWORKS),
  /** Origins whose pages may embed links that the key makes; empty: none. */
  origins: z.array(originText).max(MOST_ORIGINS).default([]),
  /** Null: all business types. */
  businessTypes: z.array(z.enum(BUSINESS_TYPES)).min(1).max(BUSINESS_TYPES.length).nullable(),
};
const days = z.union([z.literal(30), z.literal(90), z.literal(365)]);
const shownOnce = z.object({
  keyId: id,
  /** The complete key; it is returned only here. */
  key: z.string(),
});

export const listKeys = defineCall({
  id: 'apikey.listKeys',
  method: 'GET',
  path: '/docmanager/apikey/page',
  access: KEYS,
  input: z.object(fixedPageInput),
  output: pageOf(
    z.object({
      keyId: id,
      name: z.string(),
      /** First characters of the key. */
      begins: z.string(),
      state: z.enum(KEY_STATES),
      scopes: z.array(z.enum(KEY_SCOPES)),
      networks: z.array(z.string()),
      origins: z.array(z.string()),
      businessTypes: z.array(z.enum(BUSINESS_TYPES)).nullable(),
      /** The person in whose name the key acts. */
      holder: z.string(),
      mine: z.boolean(),
      expiresAt: time,
      /** When the former key expires; null if none is valid. */
      formerUntil: time.nullable(),
      lastUsedAt: time.nullable(),
      lastNetwork: z.string(),
      createTime: time,
    }),
  ),
  summary: 'List the API keys of the enterprise, newest first',
});

export const makeApiKey = defineCall({
  id: 'apikey.makeApiKey',
  method: 'POST',
  path: '/docmanager/apikey/save',
  access: KEY_MANAGERS,
  input: z.object({ ...keyFields, days: days.default(90), proof: secondProof }),
  output: shownOnce,
  summary: 'Create an API key; programs act with it in the name of its creator, within its scopes',
});

export const changeKey = defineCall({
  id: 'apikey.changeKey',
  method: 'POST',
  path: '/docmanager/apikey/update',
  access: KEY_MANAGERS,
  input: z.object({ keyId: id, ...keyFields, proof: secondProof }),
  output: empty,
  summary: 'Change the name and the permissions of an API key, as its holder',
});

export const rotateKey = defineCall({
  id: 'apikey.rotateKey',
  method: 'POST',
  path: '/docmanager/apikey/rotate',
  access: KEY_MANAGERS,
  input: z.object({
    keyId: id,
    days: days.default(90),
    /** Hours for which the former key stays valid. */
    keepHours: z.union([z.literal(0), z.literal(24), z.literal(168)]).default(24),
    proof: secondProof,
  }),
  output: shownOnce,
  summary:
    'Replace an API key by a new one, as its holder; the old one can stay valid for a transition period',
});

export const takeOverKey = defineCall({
  id: 'apikey.takeOverKey',
  method: 'POST',
  path: '/docmanager/apikey/takeOver',
  access: KEY_MANAGERS,
  input: z.object({ keyId: id, proof: secondProof }),
  output: empty,
  summary: 'Become the holder of an API key, which then acts in the caller’s name',
});

export const revokeKey = defineCall({
  id: 'apikey.revokeKey',
  method: 'POST',
  path: '/docmanager/apikey/revoke',
  access: KEYS,
  input: z.object({ keyId: id }),
  output: empty,
  summary: 'Revoke an API key immediately and permanently',
});
