import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { SEAL_KEEPERS } from '#core/identity/role-sets.ts';
import { CERTIFICATE_STATES, SEAL_CATEGORIES, UPDATE_STATES } from '#core/seal/states.ts';
import { empty, id, nothing, pageInput, pageOf, time } from '#core/wire.ts';
import { CERT_TYPES, certificateType } from './certificate-types.ts';
import { ITEM_STATES, ORDER_KINDS, ORDER_STATES } from './states.ts';

const KEEPING: Access = {
  actor: 'enterprise',
  roles: SEAL_KEEPERS,
  may: 'manage the certificates of the enterprise’s seals and their orders',
};
const LOOKING: Access = {
  actor: 'session',
  sso: true,
  may: 'see which certificates can be applied for, and how many expire soon',
  also: 'the number that expires soon: only those who manage certificates',
};

/**
 * Trust anchors of the verification page and of `npm run verify`: the roots of the embedded certificate authority, and
 * its issuing certificate for OFD.
 */
export const listTrustAnchors = defineCall({
  id: 'certificate.listTrustAnchors',
  method: 'GET',
  path: '/certificate/anchors',
  access: { actor: 'anyone', may: 'see the trust anchors' },
  input: nothing,
  output: z.array(z.object({ name: z.string(), /** DER, base64. */ der: z.string() })),
  summary: 'List the trust anchors for verification: certificates of the product’s own certificate authority',
});

/** [7.6h] Lists the certificates that can be applied for. */
export const listBusinessTypes = defineCall({
  id: 'certificate.listBusinessTypes',
  method: 'GET',
  path: '/baseservice/config/getlistByteBusinessTypes',
  access: LOOKING,
  input: z.object({ businessType: z.enum(['CA_APPLY_CONFIG']) }),
  output: z.array(certificateType),
  summary: 'List the certificates that can be applied for, by type of seal',
});

const certificateRow = z.object({
  stampId: id,
  stampName: z.string(),
  sealCategory: z.enum(SEAL_CATEGORIES),
  serial: z.string(),
  notAfter: time,
  certificateStatus: z.enum(CERTIFICATE_STATES),
  update: z.enum(UPDATE_STATES),
  certTypeId: z.enum(CERT_TYPES),
  actions: z.array(z.enum(['update'])),
});
export type CertificateListRow = z.output<typeof certificateRow>;

/** Filter of the update page ([4.4g], [2.25e]). */
export const RENEWAL_STATES = ['TO_UPDATE', 'UPDATING', 'EXPIRED'] as const;

export const listCertificates = defineCall({
  id: 'certificate.listCertificates',
  method: 'GET',
  path: '/cert/page',
  access: KEEPING,
  input: z.object({
    ...pageInput,
    stampName: z.string().max(50).optional(),
    sealCategory: z.enum(SEAL_CATEGORIES).optional(),
    status: z.enum(RENEWAL_STATES).optional(),
  }),
  output: pageOf(certificateRow),
  summary: 'List the certificates of the enterprise’s seals: type, number, expiry and state ([3.6a])',
});

export const renewCertificates = defineCall({
  id: 'certificate.renewCertificates',
  method: 'POST',
  path: '/cert/renew',
  access: KEEPING,
  input: z.object({ stampIds: z.array(id).min(1).max(50) }),
  output: z.object({ /** One for each type of seal. */ orders: z.number().int() }),
  summary: 'Renew the certificates of several seals that expire within a month ([2.25e])',
  once: true,
  changes: ['certificate', 'seal'],
});

/** [2.8b] [9.33] Certificates that expire within a month. */
export const getExpiring = defineCall({
  id: 'certificate.getExpiring',
  method: 'GET',
  path: '/cert/expiring',
  access: LOOKING,
  input: nothing,
  output: z.object({ count: z.number().int(), firstNotAfter: time.nullable() }),
  summary:
    'Count the certificates of the enterprise that expire within a month, for those who may renew them',
});

const orderRow = z.object({
  orderId: id,
  orderNumber: z.string(),
  /** Number of certificates in the order. */
  count: z.number().int(),
  createTime: time,
  endTime: time.nullable(),
  /** When the authority was last queried. */
  askedTime: time.nullable(),
  organization: z.string(),
  sealCategory: z.enum(SEAL_CATEGORIES),
  kind: z.enum(ORDER_KINDS),
  status: z.enum(ORDER_STATES),
  /** The authority's message. */
  reason: z.string(),
  creator: z.string(),
  /** When an applicant's real name was last sent for the order ([7.8m]). */
  applicantTime: time.nullable(),
  actions: z.array(z.enum(['continue', 'refresh', 'sendApplicant', 'revoke'])),
});
export type OrderListRow = z.output<typeof orderRow>;

export const listOrders = defineCall({
  id: 'certificate.listOrders',
  method: 'GET',
  path: '/cert/order/page',
  access: KEEPING,
  input: z.object({
    ...pageInput,
    orderNumber: z.string().trim().max(30).optional(),
    status: z.enum(ORDER_STATES).optional(),
    sealCategory: z.enum(SEAL_CATEGORIES).optional(),
    /** Range of the creation time, ms since 1970. */
    from: z.coerce.number().int().optional(),
    to: z.coerce.number().int().optional(),
  }),
  output: pageOf(orderRow),
  summary: 'List the orders for certificates of the enterprise’s seals ([3.6b])',
});

export const getOrder = defineCall({
  id: 'certificate.getOrder',
  method: 'GET',
  path: '/cert/order/detail/:orderId',
  access: KEEPING,
  input: z.object({ orderId: id }),
  output: orderRow.extend({
    items: z.array(z.object({ stampId: id, stampName: z.string(), status: z.enum(ITEM_STATES) })),
  }),
  summary: 'Get an order with its seals',
});

const stands = z.object({ status: z.enum(ORDER_STATES), reason: z.string() });

/** [7.8m] Sends the caller's real name to the authority. */
export const sendUserAuthToOrder = defineCall({
  id: 'certificate.sendUserAuthToOrder',
  method: 'POST',
  path: '/cus/assemble/order/sendUserAuthToOrder',
  access: {
    actor: 'enterprise',
    roles: SEAL_KEEPERS,
    // The real name belongs to the person, so an SSO session is not enough.
    sso: false,
    may: 'send their own real name to the authority for an order of the enterprise',
    also: 'only their own, and only if verified',
  },
  input: z.object({ orderId: id }),
  output: stands,
  summary:
    'Add the caller’s verified real name to an open order, so that the authority can check the applicant',
  changes: ['certificate', 'seal'],
});

export const continueOrder = defineCall({
  id: 'certificate.continueOrder',
  method: 'POST',
  path: '/cert/order/continue',
  access: KEEPING,
  input: z.object({ orderId: id }),
  output: stands,
  summary: 'Continue an open order ([4.4b], [4.5b])',
  changes: ['certificate', 'seal'],
});

export const refreshOrder = defineCall({
  id: 'certificate.refreshOrder',
  method: 'POST',
  path: '/cert/order/refresh',
  access: KEEPING,
  input: z.object({ orderId: id }),
  output: stands,
  summary: 'Query the state of an order from the authority ([4.5b])',
  changes: ['certificate', 'seal'],
});

export const revokeOrder = defineCall({
  id: 'certificate.revokeOrder',
  method: 'POST',
  path: '/cert/order/revoke',
  access: KEEPING,
  input: z.object({ orderId: id }),
  output: empty,
  summary: 'Revoke an open order ([4.5b])',
  changes: ['certificate', 'seal'],
});
