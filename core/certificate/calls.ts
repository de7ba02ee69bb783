import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { nothing } from '#core/wire.ts';

/**
 * What the verification page and `npm run verify` trust: the roots of the embedded authority, and its issuing
 * certificate for OFD.
 */
export const listTrustAnchors = defineCall({
  id: 'certificate.listTrustAnchors',
  method: 'GET',
  path: '/certificate/anchors',
  access: { actor: 'anyone' },
  input: nothing,
  output: z.array(z.object({ name: z.string(), /** DER, base64. */ der: z.string() })),
  summary: 'Certificates of the product’s own certificate authority that verifying trusts',
});
