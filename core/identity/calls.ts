import { z } from 'zod';
import { type Access, defineCall, ROLES } from '#core/call.ts';
import { readContact } from '#core/validate/contact.ts';
import { empty, id, nothing } from '#core/wire.ts';
import { passkeyResponse } from './passkey-calls.ts';
import { humanProof, sealedPassword, sentCode } from './proof.ts';
import { sessionUser } from './session-user.ts';
import { OWNER_TYPES, PERSON_AUTH } from './states.ts';

export * from './captcha-calls.ts';
export * from './code-calls.ts';
export * from './register-calls.ts';
export * from './session-calls.ts';
export { type SessionUser, sessionUser } from './session-user.ts';

import { ENTERING } from './access.ts';

const OWN_IDENTITY: Access = {
  actor: 'session',
  sso: true,
  may: 'see their own identity, menu and enterprises; end the session',
};

const activeUser = z.object({
  id,
  name: z.string(),
  type: z.enum(['person', 'ent']),
  authStatus: z.string(),
  personalAuthStatus: z.enum(PERSON_AUTH),
  empType: z.string(),
  nodeType: z.string(),
  certTypeId: z.string(),
  entName: z.string(),
  userOwnerType: z.enum(OWNER_TYPES),
});

/** A key and a nonce for encrypting a password before it is sent ([5.7h]). */
export const getPasswordKey = defineCall({
  id: 'identity.getPasswordKey',
  method: 'GET',
  path: '/cb/assemble/usercenter/passwordKey',
  access: ENTERING,
  input: nothing,
  output: z.object({ keyId: z.string(), spki: z.string(), nonce: z.string() }),
  summary: 'Get the public key and a one-time nonce for encrypting a password in the browser',
});

/** [7.6a] login, [7.6b] refresh or switch: one path, distinguished by the header `ec-type` and `grant_type`. */
export const requestToken = defineCall({
  id: 'identity.requestToken',
  method: 'POST',
  path: '/oauth2/token',
  body: 'form',
  access: ENTERING,
  input: z.discriminatedUnion('grant_type', [
    z.object({
      grant_type: z.literal('password'),
      username: z.string().trim().min(1).max(64),
      /** Result of `encryptPassword`. */
      password: sealedPassword,
      /** Required after wrong passwords. */
      ...humanProof,
      /** Required of whoever has passkeys: what the authenticator signed, as JSON. */
      passkey: passkeyResponse.optional(),
    }),
    z.object({
      grant_type: z.literal('sms_code'),
      /** A mobile number, or the mail address that an account has bound. */
      mobile: z.string().max(300).transform(readContact),
      code: z.string().trim().max(10),
      /** Required of whoever has passkeys, or without them at hand the password (result of `encryptPassword`). */
      passkey: passkeyResponse.optional(),
      password: sealedPassword.optional(),
    }),
    z.object({
      grant_type: z.literal('refresh_token'),
      refresh_token: z.string().min(1).max(400),
      /** Identity to switch to: an enterprise's id, or empty for the person ([4.18b]). Omitted: no switch. */
      switch_to: z.string().max(40).optional(),
    }),
  ]),
  output: sessionUser,
  summary: 'Log in, refresh the session, or exchange it for one scoped to an enterprise or the person',
});

export const discardRefreshToken = defineCall({
  id: 'identity.discardRefreshToken',
  method: 'POST',
  path: '/token/del/Refresh/:token',
  access: OWN_IDENTITY,
  input: z.object({ token: z.string().max(400) }),
  output: empty,
  summary: 'Discard a used refresh token',
});

export const logout = defineCall({
  id: 'identity.logout',
  method: 'POST',
  path: '/token/logout',
  access: OWN_IDENTITY,
  input: nothing,
  output: empty,
  summary: 'End this session',
});

export const getLoggedUserInfo = defineCall({
  id: 'identity.getLoggedUserInfo',
  method: 'GET',
  path: '/getLoggedUserInfo',
  access: OWN_IDENTITY,
  input: nothing,
  output: z.object({
    loginUser: z.object({
      userId: id,
      entId: z.string(),
      username: z.string(),
      name: z.string(),
      switchUser: z.boolean(),
    }),
    activeUser,
    person: z.object({
      account: z.string(),
      id,
      name: z.string(),
      photo: z.string(),
      /** Masked: 138****0001. */
      perPhone: z.string(),
      personalAuthStatus: z.enum(PERSON_AUTH),
      userOwnerType: z.enum(OWNER_TYPES),
      defaultPwd: z.boolean(),
      hasSignPassword: z.boolean(),
    }),
    roles: z.array(z.enum(ROLES)),
    platformAdmin: z.boolean(),
  }),
  summary: 'Get the signed-in person and the current identity',
});

const menuItem = z.object({
  menuId: z.string(),
  name: z.string(),
  alias: z.string(),
  title: z.string(),
  type: z.enum(['MENU', 'BUTTON']),
  category: z.string(),
  path: z.string(),
  isWhite: z.boolean(),
  meta: z.record(z.string(), z.unknown()),
  get children() {
    return z.array(menuItem);
  },
});
export type MenuItem = z.output<typeof menuItem>;

/** [7.6f] [3.23] The identity's menu, in the language of the request. */
export const userMenus = defineCall({
  id: 'identity.userMenus',
  method: 'GET',
  path: '/cb/assemble/usercenter/userRegister/userMenus',
  access: OWN_IDENTITY,
  input: nothing,
  output: z.array(menuItem),
  summary: 'Get the menus and button permissions of the identity',
});

/** [7.12e] The enterprises that a person may act for, each with its number of pending items ([3.22]). */
const entNode = z.object({
  id: z.string(),
  name: z.string(),
  entType: z.string(),
  isBiz: z.boolean(),
  isAuth: z.boolean(),
  userTodoPlans: z.number().int(),
  get childNodes() {
    return z.array(entNode);
  },
});
export const listMyEnterprises = defineCall({
  id: 'identity.listMyEnterprises',
  method: 'GET',
  path: '/bc/assemble/usercenter/listUserEnterprises',
  access: OWN_IDENTITY,
  input: z.object({
    current: z.coerce.number().int().default(1),
    size: z.coerce.number().int().max(10_000).default(10_000),
  }),
  output: z.object({ resList: z.array(entNode), userTodoPlans: z.number().int() }),
  summary: 'List the enterprises of the person, with the number of pending tasks in each',
});

/** [7.8l] Set the signing password, confirmed by a code sent to one’s mobile. */
export const saveSignPassword = defineCall({
  id: 'identity.saveSignPassword',
  method: 'POST',
  path: '/cb/user/register/saveSignDesirePassword',
  access: {
    actor: 'session',
    may: 'set their own signing password',
    also: 'with a code sent to their mobile',
  },
  input: z.object({ password: sealedPassword, authCode: sentCode }),
  output: empty,
  summary: 'Set the signing password, confirmed by a code sent to the person’s mobile',
  validates: true,
});
