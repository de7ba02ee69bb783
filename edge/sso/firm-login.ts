import { and, eq, isNull } from 'drizzle-orm';
import * as oauth from 'oauth4webapi';
import { toBase64Url } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { switchProblem } from '#core/company/states.ts';
import { AppError, isAppError } from '#core/errors.ts';
import type { beginFirmLogin as beginCall, finishFirmLogin as finishCall } from '#core/sso/firm-calls.ts';
import {
  account,
  enterprise,
  firmLink,
  firmLogin,
  firmProvider,
  member,
  session,
  ssoSession,
} from '#db/schema/index.ts';
import { mailTarget } from '#edge/identity/judge-auth-code.ts';
import { describeSession, startSession } from '#edge/identity/start-session.ts';
import { hashToken, readSessionId } from '#edge/identity/tokens.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countFromAddress } from '#edge/kernel/count-from-address.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { commit, isUniqueError } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { discover, type ProviderRow, requestOptions } from './provider-client.ts';

const MINUTE = 60_000;
/** How long a person may take at the provider. */
const LOGIN_MS = 10 * MINUTE;
const PER_MINUTE = 60;

/** Where providers send browsers back to. */
export const redirectUri = (context: Context, request: Request): string =>
  new URL('/firmLogin/back', context.env.PUBLIC_URL || request.url).href;

async function limit(context: Context): Promise<void> {
  if ((await countFromAddress(context, 'firm-login', MINUTE)) > PER_MINUTE) throw new AppError('TOO_OFTEN');
}

/** Begins a login: authorization code with PKCE, state and nonce. Throws FIRM_UNKNOWN, OIDC_ISSUER, TOO_OFTEN. */
export async function beginFirmLogin(
  { path }: ParsedInputOf<typeof beginCall>,
  context: Context,
  request: Request,
): Promise<OutputOf<typeof beginCall>> {
  const { db, now } = context;
  await limit(context);
  const [provider] = await db
    .select()
    .from(firmProvider)
    .where(and(eq(firmProvider.path, path), eq(firmProvider.enabled, true)));
  if (!provider) throw new AppError('FIRM_UNKNOWN');
  const server = await discover(context, provider.issuer);
  if (!server.authorization_endpoint) throw new AppError('OIDC_ISSUER');
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ];
  const ticket = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  await db.insert(firmLogin).values({
    ticketHash: await hashToken(ticket),
    providerId: provider.id,
    state,
    nonce,
    verifier,
    expiresAt: now + LOGIN_MS,
  });
  const address = new URL(server.authorization_endpoint);
  for (const [name, value] of Object.entries({
    client_id: provider.clientId,
    redirect_uri: redirectUri(context, request),
    response_type: 'code',
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }))
    address.searchParams.set(name, value);
  return { address: address.href, ticket };
}

/**
 * Finishes a login. The session acts for the provider’s enterprise only, as with single sign-on: a provider that names
 * somebody wrongly exposes what that member may do there, and nothing of theirs. Throws OIDC_LOGIN_ENDED for a ticket that
 * is unknown, used or over, OIDC_REFUSED, OIDC_ISSUER, OIDC_PERSON_UNKNOWN, SSO_REAL_NAME_FAILED.
 */
export async function finishFirmLogin(
  { ticket, answer }: ParsedInputOf<typeof finishCall>,
  context: Context,
  request: Request,
): Promise<OutputOf<typeof finishCall>> {
  const { db, now } = context;
  await limit(context);
  // Taken before anything else happens: of two uses only one gets the row.
  const [login] = await db
    .delete(firmLogin)
    .where(eq(firmLogin.ticketHash, await hashToken(ticket)))
    .returning();
  if (!login || login.expiresAt <= now) throw new AppError('OIDC_LOGIN_ENDED');
  const [provider] = await db
    .select()
    .from(firmProvider)
    .where(and(eq(firmProvider.id, login.providerId), eq(firmProvider.enabled, true)));
  if (!provider) throw new AppError('FIRM_UNKNOWN');
  const claims = await readClaims(context, request, provider, login, answer);
  const person = await memberOf(context, provider, claims);
  if (person.personalAuthStatus !== 'AUTH') throw new AppError('SSO_REAL_NAME_FAILED');
  const started = await startSession(context, person, request);
  const sessionId = readSessionId(started.refreshToken);
  await db.batch([
    db.update(session).set({ entId: provider.enterpriseId }).where(eq(session.id, sessionId)),
    db.insert(ssoSession).values({ sessionId, customerId: provider.id, returnAddress: '', createdAt: now }),
  ]);
  return {
    session: await describeSession(context, person, sessionId, provider.enterpriseId, started.refreshToken),
  };
}

/** Exchanges the code and verifies the ID token with its signature, issuer, audience, nonce and time. Throws OIDC_REFUSED. */
async function readClaims(
  context: Context,
  request: Request,
  provider: ProviderRow,
  { state, nonce, verifier }: typeof firmLogin.$inferSelect,
  answer: string,
): Promise<oauth.IDToken> {
  const server = await discover(context, provider.issuer);
  const client: oauth.Client = { client_id: provider.clientId };
  const secret = new TextDecoder().decode(await context.keys.unwrap(provider.wrapped, `firm:${provider.id}`));
  const options = requestOptions(context);
  try {
    // Checks state and, against mixed-up providers, the issuer of the answer (RFC 9207).
    const params = oauth.validateAuthResponse(server, client, new URLSearchParams(answer), state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(secret),
      params,
      redirectUri(context, request),
      verifier,
      options,
    );
    const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, options);
    const claims = oauth.getValidatedIdTokenClaims(result);
    if (!claims) throw new AppError('OIDC_REFUSED');
    return claims;
  } catch (error) {
    if (isAppError(error)) throw error;
    noteFault('login by a firm refused', error, context.requestId);
    throw new AppError('OIDC_REFUSED');
  }
}

/**
 * The member whom the claims name: by the subject that was linked, or at the first login by a verified address of the
 * enterprise’s domains. Afterwards the subject alone counts: a mailbox that passes on to somebody else opens nothing.
 * Throws OIDC_PERSON_UNKNOWN.
 */
async function memberOf(context: Context, provider: ProviderRow, claims: oauth.IDToken) {
  const { db, now } = context;
  const known = and(
    eq(firmLink.providerId, provider.id),
    eq(firmLink.issuer, provider.issuer),
    eq(firmLink.subject, claims.sub),
  );
  const [linked] = await db.select({ id: firmLink.accountId }).from(firmLink).where(known);
  const who = linked ? eq(account.id, linked.id) : await byAddress(context, provider, claims);
  const [row, other] = await db
    .select({ account, enterprise })
    .from(account)
    .innerJoin(
      member,
      and(
        eq(member.accountId, account.id),
        eq(member.enterpriseId, provider.enterpriseId),
        isNull(member.leftAt),
      ),
    )
    .innerJoin(enterprise, eq(enterprise.id, member.enterpriseId))
    .where(and(who, eq(account.status, 'ENABLE')));
  // If two members have the same address, neither is chosen.
  if (!row || other) throw new AppError('OIDC_PERSON_UNKNOWN');
  const problem = switchProblem(row.enterprise.businessStatus, row.enterprise.authStatus);
  if (problem) throw new AppError(problem, { name: row.enterprise.name });
  const write: Statement = linked
    ? db.update(firmLink).set({ usedAt: now }).where(known)
    : db.insert(firmLink).values({
        id: context.newId(),
        providerId: provider.id,
        enterpriseId: provider.enterpriseId,
        issuer: provider.issuer,
        subject: claims.sub,
        accountId: row.account.id,
        linkedAt: now,
        usedAt: now,
      });
  try {
    await commit(context, [], [write]);
  } catch (error) {
    // The member is linked to another subject already: an administrator has to remove that link first.
    if (isUniqueError(error)) throw new AppError('OIDC_PERSON_UNKNOWN');
    throw error;
  }
  return row.account;
}

async function byAddress(context: Context, provider: ProviderRow, claims: oauth.IDToken) {
  const { email, email_verified: isVerified } = claims;
  if (typeof email !== 'string' || isVerified !== true) throw new AppError('OIDC_PERSON_UNKNOWN');
  const address = email.trim().toLowerCase();
  if (!provider.domains.includes(address.slice(address.lastIndexOf('@') + 1)))
    throw new AppError('OIDC_PERSON_UNKNOWN');
  return eq(account.emailIndex, await mailTarget(context, address));
}
