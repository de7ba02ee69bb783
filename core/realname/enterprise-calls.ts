import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { ENTERPRISE_AUTH, ENTERPRISE_BUSINESS } from '#core/company/states.ts';
import { NAMED_IN_REAL_NAME } from '#core/identity/role-sets.ts';
import { empty, id, nothing, time } from '#core/wire.ts';
import { entDraft } from './enterprise-form.ts';
import { APPLICATION_STATES, ROUTES } from './states.ts';

const ENTERPRISE_NAME: Access = {
  actor: 'session',
  may: 'have an enterprise verified, and re-verify an enterprise they administer',
  also: 'only with a verified real name; only their own applications',
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
  summary: 'Create the draft of an enterprise’s real-name application, or return the existing one',
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
  summary: 'Get the person’s own application for an enterprise with its values',
});

export const saveEntDraft = defineCall({
  id: 'realname.saveEntDraft',
  method: 'POST',
  path: '/bc/assemble/entauth/saveDraft',
  access: ENTERPRISE_NAME,
  input: z.object({ applicationId: id, draft: entDraft }),
  output: z.object({ updateTime: time }),
  summary: 'Save the values of the draft',
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
  summary: 'List the person’s own applications for enterprises, the newest of each',
});

/** Verification by a small transfer: 0.01 to 0.99 yuan. */
export const sendEntTransfer = defineCall({
  id: 'realname.sendEntTransfer',
  method: 'POST',
  path: '/bc/assemble/entauth/sendTransfer',
  access: ENTERPRISE_NAME,
  input: z.object({ applicationId: id }),
  output: z.object({ expiresAt: time }),
  summary: 'Submit the draft and send a small amount to the enterprise’s account',
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
  summary: 'Confirm the amount that arrived; more than three wrong attempts end the check',
  validates: true,
});

export const submitEntReview = defineCall({
  id: 'realname.submitEntReview',
  method: 'POST',
  path: '/bc/assemble/entauth/submitReview',
  access: ENTERPRISE_NAME,
  input: z.object({ applicationId: id }),
  output: z.object({ entId: id }),
  summary: 'Submit the draft with its pictures for a manual review',
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
  summary: 'Withdraw an application; its values are kept as a new draft',
});

/** [3.1a] Data of the enterprise that the caller acts for; numbers masked. */
export const getCompanyInfo = defineCall({
  id: 'realname.getCompanyInfo',
  method: 'GET',
  path: '/bc/assemble/company/info',
  access: { actor: 'enterprise', may: 'see the enterprise’s data, masked' },
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
  summary: 'Get the enterprise’s data',
});

export const revealCompanyInfo = defineCall({
  id: 'realname.revealCompanyInfo',
  method: 'POST',
  path: '/bc/assemble/company/reveal',
  access: {
    actor: 'enterprise',
    roles: NAMED_IN_REAL_NAME,
    may: 'see the enterprise’s numbers unmasked',
    also: 'the access is recorded',
  },
  input: nothing,
  output: z.object({ legalName: z.string(), legalIdNumber: z.string(), bankAccount: z.string() }),
  summary:
    'Get the enterprise’s numbers unmasked, for its administrator, legal representative and authorizer; the access is recorded',
});
