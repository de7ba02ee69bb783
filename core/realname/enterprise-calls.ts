import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { ENTERPRISE_AUTH, ENTERPRISE_BUSINESS } from '#core/company/states.ts';
import { NAMED_IN_REAL_NAME } from '#core/identity/role-sets.ts';
import { empty, id, nothing, time } from '#core/wire.ts';
import { entDraft } from './enterprise-form.ts';
import { APPLICATION_STATES, ROUTES } from './states.ts';

const ENTERPRISE_NAME: Access = {
  actor: 'session',
  may: 'have an enterprise verified, and verify the one that one administers again',
  also: 'who has a real name; one’s own applications only',
};

const application = z.object({
  applicationId: id,
  /** Empty until the enterprise has been created. */
  entId: z.string(),
  entName: z.string(),
  recertify: z.boolean(),
  route: z.enum(ROUTES).or(z.literal('')),
  state: z.enum(APPLICATION_STATES),
  reason: z.string(),
  updateTime: time,
  submitTime: time.nullable(),
});
export type EntApplication = z.output<typeof application>;

/** [5.15c] Only for a person with a verified real name. */
export const startEntAuth = defineCall({
  id: 'realname.startEntAuth',
  method: 'POST',
  path: '/bc/assemble/entauth/start',
  access: ENTERPRISE_NAME,
  input: z.object({
    /** An enterprise that the caller administers: starts a re-certification ([2.21c]), prefilled with known data. */
    entId: z.string().max(40).default(''),
  }),
  output: z.object({ applicationId: id }),
  summary: 'Open the draft of an enterprise’s real name, or go on with the one there is',
});

export const getEntAuth = defineCall({
  id: 'realname.getEntAuth',
  method: 'GET',
  path: '/bc/assemble/entauth/detail/:applicationId',
  access: ENTERPRISE_NAME,
  input: z.object({ applicationId: id }),
  output: application.extend({
    draft: entDraft,
    transfer: z
      .object({ account: z.string(), bankName: z.string(), expiresAt: time, left: z.number().int() })
      .nullable(),
  }),
  summary: 'One’s own application for an enterprise with what was filled in',
});

export const saveEntDraft = defineCall({
  id: 'realname.saveEntDraft',
  method: 'POST',
  path: '/bc/assemble/entauth/saveDraft',
  access: ENTERPRISE_NAME,
  input: z.object({ applicationId: id, draft: entDraft }),
  output: z.object({ updateTime: time }),
  summary: 'Keep what was filled in so far',
});

export const listEntAuth = defineCall({
  id: 'realname.listEntAuth',
  method: 'GET',
  path: '/bc/assemble/entauth/list',
  access: ENTERPRISE_NAME,
  input: nothing,
  output: z.array(
    application.extend({
      authStatus: z.enum(ENTERPRISE_AUTH),
      businessStatus: z.enum(ENTERPRISE_BUSINESS).or(z.literal('')),
    }),
  ),
  summary: 'One’s own applications for enterprises, the newest of each',
});

/** Verification by a small transfer: 0.01 to 0.99 yuan. */
export const sendEntTransfer = defineCall({
  id: 'realname.sendEntTransfer',
  method: 'POST',
  path: '/bc/assemble/entauth/sendTransfer',
  access: ENTERPRISE_NAME,
  input: z.object({ applicationId: id }),
  output: z.object({ expiresAt: time }),
  summary: 'Hand the draft in and send a small amount to the enterprise’s account',
  once: true,
  validates: true,
});

export const confirmEntTransfer = defineCall({
  id: 'realname.confirmEntTransfer',
  method: 'POST',
  path: '/bc/assemble/entauth/confirmTransfer',
  access: ENTERPRISE_NAME,
  input: z.object({
    applicationId: id,
    amount: z
      .string()
      .trim()
      .regex(/^0?\.\d{1,2}$/),
  }),
  output: z.object({ entId: id }),
  summary: 'Say which amount arrived; wrong more than three times ends the check',
  validates: true,
});

export const submitEntReview = defineCall({
  id: 'realname.submitEntReview',
  method: 'POST',
  path: '/bc/assemble/entauth/submitReview',
  access: ENTERPRISE_NAME,
  input: z.object({ applicationId: id }),
  output: z.object({ entId: id }),
  summary: 'Hand the draft in with its pictures for a review by people',
  once: true,
  validates: true,
});

export const withdrawEntAuth = defineCall({
  id: 'realname.withdrawEntAuth',
  method: 'POST',
  path: '/bc/assemble/entauth/withdraw',
  access: ENTERPRISE_NAME,
  input: z.object({ applicationId: id }),
  output: empty,
  summary: 'Take an application back; what was filled in stays as a new draft',
});

/** [3.1a] Data of the enterprise that the caller acts for; numbers masked. */
export const getCompanyInfo = defineCall({
  id: 'realname.getCompanyInfo',
  method: 'GET',
  path: '/bc/assemble/company/info',
  access: { actor: 'enterprise', may: 'see what is known of the enterprise, masked' },
  input: nothing,
  output: z.object({
    entId: id,
    entName: z.string(),
    entNameEn: z.string(),
    region: z.enum(['MAINLAND', 'HONG_KONG']),
    /** Unified social credit code; for a Hong Kong enterprise its company registration number. */
    creditCode: z.string(),
    companyNumber: z.string(),
    businessNumber: z.string(),
    authStatus: z.enum(ENTERPRISE_AUTH),
    businessStatus: z.enum(ENTERPRISE_BUSINESS),
    fields: z.record(z.string(), z.string()),
    legalName: z.string(),
    legalIdType: z.string(),
    legalIdNumber: z.string(),
    /** Such as 2030-01-31, or LONG_TERM. */
    legalIdValidTo: z.string(),
    bankAccount: z.string(),
    authorizedName: z.string(),
    administrator: z.string(),
    /** Picture of the licence; empty for callers who may not see it. */
    licence: z.string(),
    certTypeId: z.string(),
    /** Whether the actor may change it. */
    mayChange: z.boolean(),
    /** May see the numbers in full: the administrator, and the people named in the real-name verification. */
    mayReveal: z.boolean(),
  }),
  summary: 'What is known of the enterprise',
});

export const revealCompanyInfo = defineCall({
  id: 'realname.revealCompanyInfo',
  method: 'POST',
  path: '/bc/assemble/company/reveal',
  access: {
    actor: 'enterprise',
    roles: NAMED_IN_REAL_NAME,
    may: 'see numbers of the enterprise in full',
    also: 'that they were asked for is kept',
  },
  input: nothing,
  output: z.object({ legalName: z.string(), legalIdNumber: z.string(), bankAccount: z.string() }),
  summary:
    'The numbers of the enterprise in full, for its administrator and whom its real name names; that they were asked for is kept',
});
