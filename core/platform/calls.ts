import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { ENTERPRISE_AUTH, ENTERPRISE_BUSINESS, ENTERPRISE_EDITIONS } from '#core/company/states.ts';
import { sentCode } from '#core/identity/proof.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import { PHOTO_KINDS } from '#core/realname/photos.ts';
import { APPLICATION_STATES, ROUTES } from '#core/realname/states.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { mobile } from '#core/validate/rules.ts';
import { empty, id, pageInput, pageOf, time } from '#core/wire.ts';
import { AUDIT_ACTIONS, AUDIT_TARGETS } from './audit.ts';

const REVIEWING: Access = {
  actor: 'platform',
  may: 'review real names, disable and enable enterprises, set their edition, end the sessions of a person, bind another mobile for who lost theirs, read the audit log',
  also: 'not their own application',
};

const SUBJECTS = ['PERSON', 'ENTERPRISE'] as const;
const reason = severalLines(z.string().trim().max(REALNAME_LIMITS.reason));
const givenReason = severalLines(z.string().trim().min(1).max(REALNAME_LIMITS.reason));

const reviewRow = z.object({
  applicationId: id,
  subject: z.enum(SUBJECTS),
  /** Complete for an enterprise, masked for a person. */
  name: z.string(),
  route: z.enum(ROUTES),
  state: z.enum(APPLICATION_STATES),
  recertify: z.boolean(),
  submitTime: time,
  decideTime: time.nullable(),
  reviewer: z.string(),
});
export type ReviewRow = z.output<typeof reviewRow>;

export const listReviews = defineCall({
  id: 'platform.listReviews',
  method: 'GET',
  path: '/bc/platform/review/page',
  access: REVIEWING,
  input: z.object({
    ...pageInput,
    subject: z.enum(SUBJECTS),
    state: z.enum(['REVIEWING', 'PASSED', 'REJECTED', 'ENDED']).optional(),
    name: z.string().trim().max(100).optional(),
  }),
  output: pageOf(reviewRow),
  summary: 'List the real-name applications, longest waiting first',
});

/** [6.1] Opening an application is recorded in the audit log, as is each access to a picture (realname.getImage). */
export const getReview = defineCall({
  id: 'platform.getReview',
  method: 'GET',
  path: '/bc/platform/review/detail/:applicationId',
  access: REVIEWING,
  input: z.object({ applicationId: id }),
  output: reviewRow.extend({
    /** Must be returned with the decision, which is only valid for what was shown. */
    version: z.number().int(),
    /** Values by the names of the form's fields (`unit.phone`). */
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
    photos: z.array(z.object({ imageId: id, kind: z.enum(PHOTO_KINDS) })),
    reason: z.string(),
    /** Account of the applicant: name and mobile number masked. */
    applicant: z.object({ name: z.string(), mobile: z.string() }),
    /** The credit code has wrong check characters. */
    warnings: z.array(z.enum(['CREDIT_CODE', 'OWN'])),
  }),
  summary: 'Get an application with everything that a reviewer needs',
  audited: true,
});

export const decideReview = defineCall({
  id: 'platform.decideReview',
  method: 'POST',
  path: '/bc/platform/review/decide',
  access: REVIEWING,
  input: z
    .object({ applicationId: id, version: z.number().int(), pass: z.boolean(), reason: reason.default('') })
    .refine((input) => input.pass || input.reason !== '', { path: ['reason'], message: 'required' }),
  output: empty,
  summary: 'Approve or reject an application; fails if another reviewer decided first',
  once: true,
});

const enterpriseRow = z.object({
  entId: id,
  entName: z.string(),
  creditCode: z.string(),
  authStatus: z.enum(ENTERPRISE_AUTH),
  businessStatus: z.enum(ENTERPRISE_BUSINESS),
  edition: z.enum(ENTERPRISE_EDITIONS),
  ownerType: z.enum(['INSIDE', 'OUTSIDE']),
  administrator: z.string(),
  createTime: time,
});
export type PlatformEnterprise = z.output<typeof enterpriseRow>;

export const listPlatformEnterprises = defineCall({
  id: 'platform.listEnterprises',
  method: 'GET',
  path: '/bc/platform/enterprise/page',
  access: REVIEWING,
  input: z.object({
    ...pageInput,
    entName: z.string().trim().max(100).optional(),
    authStatus: z.enum(ENTERPRISE_AUTH).optional(),
    businessStatus: z.enum(ENTERPRISE_BUSINESS).optional(),
  }),
  output: pageOf(enterpriseRow),
  summary: 'List all enterprises',
});

/** [6.1] [8.3a] `from` is the state that was shown: a concurrent change is reported, not overwritten. */
export const switchEnterprise = defineCall({
  id: 'platform.switchEnterprise',
  method: 'POST',
  path: '/bc/platform/enterprise/switch',
  access: REVIEWING,
  input: z.object({
    entId: id,
    from: z.enum(['ENABLE', 'DISABLE']),
    to: z.enum(['ENABLE', 'DISABLE']),
    reason: givenReason,
  }),
  output: empty,
  summary: 'Disable or enable an enterprise; disabling ends the sessions that act for it',
});

/** [6.6g] `from` is the edition that was shown: a concurrent change is reported, not overwritten. */
export const changeEdition = defineCall({
  id: 'platform.changeEdition',
  method: 'POST',
  path: '/bc/platform/enterprise/changeEdition',
  access: REVIEWING,
  input: z.object({
    entId: id,
    from: z.enum(ENTERPRISE_EDITIONS),
    to: z.enum(ENTERPRISE_EDITIONS),
    reason: givenReason,
  }),
  output: empty,
  summary: 'Grant an enterprise the business edition, or end it; its template roles and fields are kept',
  once: true,
});

export const askRecertification = defineCall({
  id: 'platform.askRecertification',
  method: 'POST',
  path: '/bc/platform/enterprise/askRecertification',
  access: REVIEWING,
  input: z.object({ entId: id, reason: givenReason }),
  output: empty,
  summary: 'Require a verified enterprise to be verified again ([4.8a])',
});

/** For people whose device or password was stolen and who cannot log in to end their sessions themselves. */
export const endPersonSessions = defineCall({
  id: 'platform.endPersonSessions',
  method: 'POST',
  path: '/bc/platform/person/endSessions',
  access: REVIEWING,
  input: z.object({ mobile: mobile(), reason: givenReason }),
  /** How many were open. */
  output: z.object({ ended: z.number().int() }),
  summary:
    'End all sessions of a person, found by their mobile, but the one that asks; kept in the audit log',
  changes: ['platform.listAudit'],
});

/**
 * For people who lost their mobile, after the same review of their papers as for the real name: name and number as the
 * papers say them, which must be those that were verified, and a code sent to the new number (PLATFORM_MOBILE).
 */
export const changePersonMobile = defineCall({
  id: 'platform.changePersonMobile',
  method: 'POST',
  path: '/bc/platform/person/changeMobile',
  access: REVIEWING,
  input: z.object({
    mobile: mobile(),
    realName: z.string().trim().min(1).max(50),
    idNumber: z.string().trim().min(1).max(40),
    newMobile: mobile(),
    authCode: sentCode,
    reason: givenReason,
  }),
  output: empty,
  summary:
    'Bind another mobile to the account of somebody who lost theirs, after a review of their papers; kept in the audit log',
  changes: ['platform.listAudit'],
});

export const listAudit = defineCall({
  id: 'platform.listAudit',
  method: 'GET',
  path: '/bc/platform/audit/page',
  access: REVIEWING,
  input: z.object({
    ...pageInput,
    action: z.enum(AUDIT_ACTIONS).optional(),
    actorName: z.string().trim().max(60).optional(),
    targetName: z.string().trim().max(100).optional(),
    from: z.coerce.number().int().optional(),
    to: z.coerce.number().int().optional(),
  }),
  output: pageOf(
    z.object({
      id,
      at: time,
      actorName: z.string(),
      action: z.enum(AUDIT_ACTIONS),
      targetKind: z.enum(AUDIT_TARGETS),
      targetId: z.string(),
      targetName: z.string(),
      remark: z.string(),
    }),
  ),
  summary: 'List the audit log, newest first',
});
