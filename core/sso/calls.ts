import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { secondProof } from '#core/identity/proof.ts';
import { sessionUser } from '#core/identity/session-user.ts';
import { empty, id, pageInput, pageOf, time } from '#core/wire.ts';
import { isAllowedReturn, isCustomerPath, SSO_VARIANTS, type SsoVariant } from './pages.ts';

const LINKS: Access = {
  actor: 'anyone',
  may: 'log in by a link of a customer’s system',
  also: 'the link is signed by the customer’s key and valid once for five minutes; only members of the customer’s enterprise',
};
const CUSTOMERS: Access = {
  actor: 'platform',
  may: 'register customers’ systems for single sign-on, change them and their keys, and switch them off',
  also: 'registering one, and a new key: with the signing password or a code to their mobile',
};

/** All parts are optional, so that an error can name what a link lacks ([8.9a]). */
const entryInput = z.object({
  customerPath: z.string().max(40),
  page: z.string().max(40).default(''),
  token: z.string().max(4_096).default(''),
  /** Real-name state in the customer's system: AUTH, or any other value for a failed verification. */
  authState: z.string().max(40).default(''),
});

/** An entry for customers' systems: signs in with a ticket and redirects to a page ([7.18]). */
const entry = (variant: SsoVariant) =>
  defineCall({
    id: `sso.${variant}`,
    method: 'GET',
    path: `/cus/assemble/:customerPath/sso/${variant}`,
    access: LINKS,
    input: entryInput,
    output: z.object({
      session: sessionUser,
      /** Path relative to the product's base URL. */
      goTo: z.string(),
      /** Destination after logging out ([4.20]). */
      returnAddress: z.string(),
    }),
    summary: 'Exchange a signed link of a customer’s system for a session (docs/single-sign-on.md)',
  });

export const enterBySso = entry('singleSignOn');
export const enterToSign = entry('fileSign');
export const enterHome = entry('home');
export const enterConsole = entry('manageHome');

/** The call behind each entry page. */
export const SSO_CALLS: Record<SsoVariant, ReturnType<typeof entry>> = {
  singleSignOn: enterBySso,
  fileSign: enterToSign,
  home: enterHome,
  manageHome: enterConsole,
};
export const isSsoVariant = (word: string): word is SsoVariant =>
  (SSO_VARIANTS as readonly string[]).includes(word);

export const ALGORITHMS = ['HS256', 'EdDSA'] as const;

const returnAddresses = z
  .array(z.string().trim().max(300))
  .min(1)
  .max(20)
  .refine((all) => all.every((one) => isAllowedReturn(one, [one])), { params: { problem: 'INPUT_INVALID' } });

const publicKey = z
  .string()
  .regex(/^[\w-]{43}$/)
  .optional();

const customerName = z.string().trim().min(1).max(100);

export const saveCustomer = defineCall({
  id: 'sso.saveCustomer',
  method: 'POST',
  path: '/platform/sso/customer/save',
  access: CUSTOMERS,
  input: z.object({
    name: customerName,
    path: z
      .string()
      .trim()
      .refine(isCustomerPath, { params: { problem: 'INPUT_INVALID' } }),
    /** The enterprise whose members the customer's system signs in. */
    entId: id,
    algorithm: z.enum(ALGORITHMS),
    /** For EdDSA: the public key's 32 bytes in base64url. */
    publicKey,
    returnAddresses,
    /** Whoever has the key signs in as any member, long after this session. */
    proof: secondProof,
  }),
  output: z.object({
    customerId: id,
    /** For HS256: the shared key, 32 bytes in base64url. It is returned only here. */
    key: z.string(),
  }),
  summary: 'Register a customer’s system for single sign-on',
});

export const changeCustomer = defineCall({
  id: 'sso.changeCustomer',
  method: 'POST',
  path: '/platform/sso/customer/update',
  access: CUSTOMERS,
  input: z.object({ customerId: id, name: customerName, returnAddresses }),
  output: empty,
  summary: 'Change a customer’s name and return addresses; ends sessions with another return address',
});

/** Hours for which the former key can stay valid. */
export const KEEP_HOURS = [0, 24, 168] as const;

export const changeCustomerKey = defineCall({
  id: 'sso.changeCustomerKey',
  method: 'POST',
  path: '/platform/sso/customer/key',
  access: CUSTOMERS,
  input: z.object({
    customerId: id,
    /** For EdDSA: the new public key's 32 bytes in base64url. */
    publicKey,
    /** Hours for which links signed with the former key are accepted. */
    keepHours: z.union([z.literal(0), z.literal(24), z.literal(168)]).default(24),
    /** As for `saveCustomer`. */
    proof: secondProof,
  }),
  output: z.object({
    /** For HS256: the new shared key, 32 bytes in base64url. It is returned only here. */
    key: z.string(),
  }),
  summary: 'Replace the key of a customer’s system',
});

export const switchCustomer = defineCall({
  id: 'sso.switchCustomer',
  method: 'POST',
  path: '/platform/sso/customer/switch',
  access: CUSTOMERS,
  input: z.object({ customerId: id, enabled: z.boolean() }),
  output: empty,
  summary: 'Enable or disable a customer’s links; disabling also ends the sessions opened by them',
});

export const listCustomers = defineCall({
  id: 'sso.listCustomers',
  method: 'GET',
  path: '/platform/sso/customer/page',
  access: CUSTOMERS,
  input: z.object(pageInput),
  output: pageOf(
    z.object({
      customerId: id,
      name: z.string(),
      path: z.string(),
      entName: z.string(),
      algorithm: z.enum(ALGORITHMS),
      /** When the former key expires; null if none is valid. */
      formerKeyUntil: time.nullable(),
      returnAddresses: z.array(z.string()),
      enabled: z.boolean(),
      createTime: time,
    }),
  ),
  summary: 'List the customers’ systems for single sign-on',
});
