import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { secondProof } from '#core/identity/proof.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { sessionUser } from '#core/identity/session-user.ts';
import { empty, fixedPageInput, id, pageOf, time } from '#core/wire.ts';
import { isCustomerPath } from './pages.ts';

const SEEING: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  may: 'see the login by the enterprise’s own identity provider (OpenID Connect), and who is linked to it',
};
const SETTING: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  sso: false,
  may: 'set up the login by the enterprise’s own identity provider, and remove who is linked to it',
  also: 'enabling it: with the signing password or a code to their mobile',
};
const ENTERING: Access = {
  actor: 'anyone',
  may: 'log in by their enterprise’s identity provider',
  also: 'only members of that enterprise, whom the provider names; the session acts for that enterprise only',
};

/** The short name of an enterprise at login, the last part of its login address. */
const shortName = z
  .string()
  .trim()
  .toLowerCase()
  .refine(isCustomerPath, { params: { problem: 'INPUT_INVALID' } });
/** A mail domain, such as example.com. */
export const MAIL_DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
export const MOST_DOMAINS = 20;

export const getFirmLogin = defineCall({
  id: 'sso.getFirmLogin',
  method: 'GET',
  path: '/cus/oidc/config',
  access: SEEING,
  input: z.object({}),
  output: z.object({
    /** To be registered at the provider. */
    redirectUri: z.string(),
    /** Null until it is set up; its secret is never returned. */
    provider: z
      .object({
        path: z.string(),
        issuer: z.string(),
        clientId: z.string(),
        domains: z.array(z.string()),
        enabled: z.boolean(),
      })
      .nullable(),
  }),
  summary: 'Get the settings of the login by the enterprise’s identity provider',
});

export const saveFirmLogin = defineCall({
  id: 'sso.saveFirmLogin',
  method: 'POST',
  path: '/cus/oidc/config/save',
  access: SETTING,
  input: z
    .object({
      path: shortName,
      /** Issuer identifier of the provider, exactly as in its discovery document. */
      issuer: z.string().trim().min(1).max(300),
      clientId: z.string().trim().min(1).max(200),
      /** Empty keeps the present one. */
      clientSecret: z.string().max(500),
      /** Mail domains whose verified addresses identify members at their first login. */
      domains: z
        .array(z.string().trim().toLowerCase().regex(MAIL_DOMAIN))
        .min(1)
        .max(MOST_DOMAINS)
        .transform((all) => [...new Set(all)]),
      enabled: z.boolean(),
      /** Whoever controls the provider signs in as any member, long after this session: needed to enable it. */
      proof: secondProof.optional(),
    })
    .refine(({ enabled, proof }) => !enabled || proof !== undefined, {
      path: ['proof'],
      message: 'required',
    }),
  output: empty,
  summary: 'Set up the login by the enterprise’s identity provider; its discovery document is read at once',
});

export const listFirmLinks = defineCall({
  id: 'sso.listFirmLinks',
  method: 'GET',
  path: '/cus/oidc/link/page',
  access: SEEING,
  input: z.object(fixedPageInput),
  output: pageOf(
    z.object({
      linkId: id,
      name: z.string(),
      /** Identifier of the person at the provider. */
      subject: z.string(),
      linkedAt: time,
      usedAt: time,
    }),
  ),
  summary: 'List the members linked to the enterprise’s identity provider, newest first',
});

export const removeFirmLink = defineCall({
  id: 'sso.removeFirmLink',
  method: 'POST',
  path: '/cus/oidc/link/remove',
  access: SETTING,
  input: z.object({ linkId: id }),
  output: empty,
  summary: 'Remove the link of a member to the identity provider; sessions begun with it end',
});

export const beginFirmLogin = defineCall({
  id: 'sso.beginFirmLogin',
  method: 'POST',
  path: '/cus/oidc/begin',
  access: ENTERING,
  input: z.object({ path: z.string().trim().toLowerCase().max(40) }),
  output: z.object({
    /** Address of the provider to send the browser to. */
    address: z.string(),
    /** Binds the answer to this browser; kept by the page until the provider sends it back. */
    ticket: z.string(),
  }),
  summary: 'Begin a login by an enterprise’s identity provider',
});

export const finishFirmLogin = defineCall({
  id: 'sso.finishFirmLogin',
  method: 'POST',
  path: '/cus/oidc/finish',
  access: ENTERING,
  input: z.object({
    ticket: z.string().regex(/^[\w-]{43}$/),
    /** Query of the address to which the provider sent the browser back. */
    answer: z.string().max(8_000),
  }),
  output: z.object({ session: sessionUser }),
  summary: 'Finish a login by an enterprise’s identity provider',
});
