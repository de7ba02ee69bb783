import { eq } from 'drizzle-orm';
import { decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { ANY_CUSTOMER, isAllowedReturn } from '#core/sso/pages.ts';
import { ssoCustomer, ssoUsedLink } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { isUniqueError } from '#edge/kernel/storage/commit.ts';

export type CustomerRow = typeof ssoCustomer.$inferSelect;

/** Maximum lifetime of a link and clock tolerance, both in seconds. */
const LIFE_S = 300;
const SKEW_S = 30;
export const LINK_LIFE_MS = LIFE_S * 1000;

const claims = z.object({
  /** Mobile number or login name of the member. */
  sub: z.string().min(1).max(64),
  /** Target page; must equal the page in the link. */
  page: z.string().max(40),
  planId: z
    .string()
    .regex(/^[0-9a-z]{8,40}$/)
    .optional(),
  /** Where to redirect after logout. */
  returnUrl: z.string().max(300).optional(),
  iat: z.number(),
  exp: z.number(),
  /** Unique id; each link can be used once. */
  jti: z.string().regex(/^[\w-]{16,64}$/),
});
export type LinkClaims = z.output<typeof claims> & { returnUrl: string };

/**
 * Verifies a link's token and returns the customer and the claims. The token is a JWS (RFC 7515) signed with the
 * customer's key, HS256 or EdDSA, with the customer in `kid`, and can be used once. Throws SSO_LINK_INVALID for a token
 * that is forged, of another customer or valid for too long, SSO_LINK_EXPIRED, SSO_NO_RETURN_ADDRESS ([8.9c]),
 * SSO_LINK_USED.
 */
export async function readLink(
  context: Context,
  token: string,
  customerPath: string,
  page: string,
): Promise<{ customer: CustomerRow; link: LinkClaims }> {
  const customer = await customerOf(context, token, customerPath);
  const link = await verify(context, token, customer);
  if (link.page !== page || link.exp - link.iat > LIFE_S) throw new AppError('SSO_LINK_INVALID');
  if (!link.returnUrl) throw new AppError('SSO_NO_RETURN_ADDRESS');
  if (!isAllowedReturn(link.returnUrl, customer.returnAddresses)) throw new AppError('SSO_LINK_INVALID');
  await spend(context, customer.id, link);
  return { customer, link: { ...link, returnUrl: link.returnUrl } };
}

async function customerOf({ db }: Context, token: string, path: string): Promise<CustomerRow> {
  let kid: unknown;
  try {
    kid = decodeProtectedHeader(token).kid;
  } catch {
    throw new AppError('SSO_LINK_INVALID');
  }
  const [row] =
    typeof kid === 'string' ? await db.select().from(ssoCustomer).where(eq(ssoCustomer.id, kid)) : [];
  if (!row?.enabled || (path !== ANY_CUSTOMER && path !== row.path)) throw new AppError('SSO_LINK_INVALID');
  return row;
}

/** Verifies with the customer's key or, during a key change, the previous one. */
async function verify(context: Context, token: string, customer: CustomerRow) {
  const former = (customer.formerUntil ?? 0) > context.now ? [customer.formerKey] : [];
  let refusal: unknown;
  for (const key of [customer.key, ...former]) {
    try {
      return await verifyWith(context, token, customer, key);
    } catch (error) {
      refusal = error;
      // The signature is valid but the token was refused for another reason: the other key cannot succeed.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw new AppError(refusal instanceof errors.JWTExpired ? 'SSO_LINK_EXPIRED' : 'SSO_LINK_INVALID');
}

async function verifyWith(context: Context, token: string, { id, algorithm }: CustomerRow, secret: string) {
  const jwk =
    algorithm === 'EdDSA'
      ? { kty: 'OKP', crv: 'Ed25519', x: secret }
      : { kty: 'oct', k: new TextDecoder().decode(await context.keys.unwrap(secret, `sso:${id}`)) };
  const { payload } = await jwtVerify(token, await importJWK(jwk, algorithm), {
    algorithms: [algorithm],
    audience: 'signet',
    currentDate: new Date(context.now),
    clockTolerance: SKEW_S,
    maxTokenAge: LIFE_S,
  });
  return claims.parse(payload);
}

/** Marks a link as used. Of two concurrent uses only one succeeds; the other throws SSO_LINK_USED. */
async function spend({ db, now }: Context, customerId: string, link: { jti: string; exp: number }) {
  const expiresAt = (link.exp + SKEW_S) * 1000;
  try {
    await db.insert(ssoUsedLink).values({ customerId, linkId: link.jti, usedAt: now, expiresAt });
  } catch (error) {
    if (isUniqueError(error)) throw new AppError('SSO_LINK_USED');
    throw error;
  }
}
