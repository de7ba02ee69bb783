import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import { type Bytes, fromBase64, fromUtf8, toBase64, toBase64Url, utf8 } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import {
  type addPasskey as addCall,
  type beginPasskey as beginCall,
  type getPasskeyChallenge as challengeCall,
  type listPasskeys as listCall,
  MOST_PASSKEYS,
  type removePasskey as removeCall,
  type renamePasskey as renameCall,
} from '#core/identity/passkey-calls.ts';
import type { PasskeyAssertion } from '#core/task/passkey-evidence.ts';
import { passkey } from '#db/schema/index.ts';
import { type Context, personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { makeChallenge, spendChallenge } from './challenges.ts';
import { judgeSecondProof } from './judge-second-proof.ts';
import { ownOrigin } from './own-origin.ts';
import { recordAccount } from './record-account.ts';
import { tellOfKey } from './tell-of-key.ts';

/** COSE algorithms (RFC 9053) of passkeys: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

/** The verifying library is large, and loaded when the first passkey is used. */
const load = () => import('@simplewebauthn/server');

const ofAccount = (accountId: string) => eq(passkey.accountId, accountId);
const base64UrlOf = (text: string): string => toBase64Url(utf8(text));
const textOf = (base64Url: string): string => fromUtf8(fromBase64(base64Url));

/** The own page that asks, and its relying party. Throws PASSKEY_NOT_TAKEN for a page of another origin. */
function relyingParty(context: Context, request: Request): { origin: string; rpId: string } {
  const origin = ownOrigin(context, request);
  if (!origin) throw new AppError('PASSKEY_NOT_TAKEN');
  return { origin, rpId: new URL(origin).hostname };
}

/** An authenticator’s response as JSON. Throws PASSKEY_NOT_TAKEN. */
function parsed<Response extends { id: string }>(response: string): Response {
  try {
    // The library judges the rest of its shape.
    const value: Response | null = JSON.parse(response);
    if (typeof value?.id === 'string') return value;
  } catch {
    // said below
  }
  throw new AppError('PASSKEY_NOT_TAKEN');
}

export async function listPasskeys(
  _input: unknown,
  { db, actor }: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const rows = await db
    .select()
    .from(passkey)
    .where(ofAccount(actor.accountId))
    .orderBy(desc(passkey.addedAt), desc(passkey.id));
  return rows.map(({ id, name, isSynced, addedAt, usedAt }) => ({
    passkeyId: id,
    name,
    isSynced,
    addedAt,
    usedAt,
  }));
}

/** How many passkeys an account has. */
export async function countPasskeys({ db }: Context, accountId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(passkey).where(ofAccount(accountId));
  return row?.n ?? 0;
}

/**
 * Begins to add a passkey: it outlasts the session, so that a stolen session must not add one. Throws PASSKEY_TOO_MANY,
 * PASSKEY_NOT_TAKEN, and what the second proof is refused for.
 */
export async function beginPasskey(
  { proof }: ParsedInputOf<typeof beginCall>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof beginCall>> {
  const { actor, db } = context;
  const { rpId } = relyingParty(context, request);
  const own = await db.select({ id: passkey.credentialId }).from(passkey).where(ofAccount(actor.accountId));
  if (own.length >= MOST_PASSKEYS) throw new AppError('PASSKEY_TOO_MANY', { max: MOST_PASSKEYS });
  await commitSpending(context, await judgeSecondProof(context, proof, 'PASSKEY'), [], []);
  return {
    challenge: base64UrlOf(await makeChallenge(context, `passkey-add:${actor.accountId}:${actor.sessionId}`)),
    rpId,
    userHandle: base64UrlOf(actor.accountId),
    userName: actor.loginName,
    known: own.map(({ id }) => id),
  };
}

/**
 * Adds what an authenticator made, if it verified the person and signed for this site and a challenge of this session.
 * The person is told. Throws PASSKEY_NOT_TAKEN, PASSKEY_TOO_MANY.
 */
export async function addPasskey(
  { name, response }: ParsedInputOf<typeof addCall>,
  context: SignedInContext,
  request: Request,
): Promise<null> {
  const { actor, db, now } = context;
  const { origin, rpId } = relyingParty(context, request);
  const registration = parsed<RegistrationResponseJSON>(response);
  const { verifyRegistrationResponse } = await load();
  const result = await verifyRegistrationResponse({
    response: registration,
    expectedChallenge: (challenge) =>
      spendChallenge(context, `passkey-add:${actor.accountId}:${actor.sessionId}`, textOf(challenge)),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false as const }));
  if (!result.verified) throw new AppError('PASSKEY_NOT_TAKEN');
  const { credential, credentialBackedUp } = result.registrationInfo;
  const fewEnough = sql`select 1 where (select count(*) from ${passkey} where ${ofAccount(actor.accountId)}) < ${MOST_PASSKEYS}`;
  const messages = await tellOfKey(context, {
    noticed: [actor.accountId],
    phoned: [actor.accountId],
    ownerKey: personKey(actor.accountId),
    template: 'PASSKEY_ADDED',
    params: { name },
  });
  try {
    await commit(
      context,
      [fewEnough],
      [
        db.insert(passkey).values({
          id: context.newId(),
          accountId: actor.accountId,
          credentialId: credential.id,
          publicKey: toBase64Url(credential.publicKey),
          counter: credential.counter,
          name,
          isSynced: credentialBackedUp,
          addedAt: now,
        }),
        recordAccount(context, actor.accountId, 'PASSKEY_ADDED', actor.sessionId),
        ...messages,
      ],
    );
  } catch (error) {
    if (error instanceof GuardFailed) throw new AppError('PASSKEY_TOO_MANY', { max: MOST_PASSKEYS });
    if (isUniqueError(error)) throw new AppError('PASSKEY_NOT_TAKEN');
    throw error;
  }
  return null;
}

/** Throws NOT_FOUND. */
export async function renamePasskey(
  { passkeyId, name }: ParsedInputOf<typeof renameCall>,
  { db, actor }: SignedInContext,
): Promise<null> {
  const renamed = await db
    .update(passkey)
    .set({ name })
    .where(and(eq(passkey.id, passkeyId), ofAccount(actor.accountId)))
    .returning({ id: passkey.id });
  if (renamed.length === 0) throw new AppError('NOT_FOUND');
  return null;
}

/** Throws NOT_FOUND, and what the second proof is refused for. */
export async function removePasskey(
  { passkeyId, proof }: ParsedInputOf<typeof removeCall>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor } = context;
  const its = and(eq(passkey.id, passkeyId), ofAccount(actor.accountId));
  const [row] = await db.select({ id: passkey.id }).from(passkey).where(its);
  if (!row) throw new AppError('NOT_FOUND');
  const proofs = await judgeSecondProof(context, proof, 'PASSKEY');
  const record = recordAccount(context, actor.accountId, 'PASSKEY_REMOVED', actor.sessionId);
  await commitSpending(context, proofs, [], [db.delete(passkey).where(its), record]);
  return null;
}

/** What a browser needs for one of the person's own passkeys. Throws PASSKEY_NOT_TAKEN without one. */
export async function ownPasskeys(
  context: SignedInContext,
  request: Request,
): Promise<{ rpId: string; known: string[] }> {
  const { db, actor } = context;
  const { rpId } = relyingParty(context, request);
  const own = await db.select({ id: passkey.credentialId }).from(passkey).where(ofAccount(actor.accountId));
  if (own.length === 0) throw new AppError('PASSKEY_NOT_TAKEN');
  return { rpId, known: own.map(({ id }) => id) };
}

/** A challenge for the passkey of a login. Throws PASSKEY_NOT_TAKEN. */
export async function givePasskeyChallenge(
  context: Context,
  request: Request,
): Promise<OutputOf<typeof challengeCall>> {
  const { rpId } = relyingParty(context, request);
  return { challenge: base64UrlOf(await makeChallenge(context, 'passkey-login')), rpId };
}

/** Judges the passkey of a login of this account: for this site, and for a challenge that is good once. Throws PASSKEY_NOT_TAKEN. */
export async function judgeLoginPasskey(
  context: Context,
  request: Request,
  accountId: string,
  response: string,
): Promise<void> {
  await judgePasskey(context, request, accountId, response, (challenge) =>
    spendChallenge(context, 'passkey-login', textOf(challenge)),
  );
}

/**
 * Judges what an authenticator signed: by a passkey of this account, for this site, with the person verified, and for a
 * challenge that `isExpected`. A counter that does not go on tells of a copied key, which is refused. Resolves with the
 * passkey’s name and what it signed. Throws PASSKEY_NOT_TAKEN.
 */
export async function judgePasskey(
  context: Context,
  request: Request,
  accountId: string,
  response: string,
  isExpected: (challenge: string) => boolean | Promise<boolean>,
): Promise<{ name: string; assertion: PasskeyAssertion }> {
  const { db, now } = context;
  const { origin, rpId } = relyingParty(context, request);
  const credential = parsed<AuthenticationResponseJSON>(response);
  const [row] = await db
    .select()
    .from(passkey)
    .where(and(eq(passkey.credentialId, credential.id), ofAccount(accountId)));
  if (!row) throw new AppError('PASSKEY_NOT_TAKEN');
  const { verifyAuthenticationResponse } = await load();
  const result = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: isExpected,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id: row.credentialId, publicKey: fromBase64(row.publicKey), counter: row.counter },
  }).catch(() => ({ verified: false as const }));
  if (!result.verified) throw new AppError('PASSKEY_NOT_TAKEN');
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  const goesOn = newCounter === 0 ? eq(passkey.counter, 0) : lt(passkey.counter, newCounter);
  const moved = await db
    .update(passkey)
    .set({ counter: newCounter, isSynced: credentialBackedUp, usedAt: now })
    .where(and(eq(passkey.id, row.id), goesOn))
    .returning({ id: passkey.id });
  if (moved.length === 0) throw new AppError('PASSKEY_NOT_TAKEN');
  const { authenticatorData, clientDataJSON, signature } = credential.response;
  const assertion = {
    key: toBase64(await spkiOf(fromBase64(row.publicKey))),
    authenticatorData: toBase64(fromBase64(authenticatorData)),
    clientData: toBase64(fromBase64(clientDataJSON)),
    signature: toBase64(fromBase64(signature)),
  };
  return { name: row.name, assertion };
}

/** SubjectPublicKeyInfo of a public key in COSE (RFC 9052, 7): what other tools than authenticators read. */
async function spkiOf(cose: Bytes): Promise<Bytes> {
  const {
    cose: keys,
    decodeCredentialPublicKey,
    isoBase64URL,
  } = await import('@simplewebauthn/server/helpers');
  const key = decodeCredentialPublicKey(cose);
  const text = (bytes: Uint8Array | undefined): string =>
    isoBase64URL.fromBuffer(new Uint8Array(bytes ?? []));
  const [jwk, algorithm] = keys.isCOSEPublicKeyEC2(key)
    ? [
        { kty: 'EC', crv: 'P-256', x: text(key.get(keys.COSEKEYS.x)), y: text(key.get(keys.COSEKEYS.y)) },
        { name: 'ECDSA', namedCurve: 'P-256' },
      ]
    : keys.isCOSEPublicKeyRSA(key)
      ? [
          { kty: 'RSA', n: text(key.get(keys.COSEKEYS.n)), e: text(key.get(keys.COSEKEYS.e)) },
          { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
        ]
      : keys.isCOSEPublicKeyOKP(key)
        ? [{ kty: 'OKP', crv: 'Ed25519', x: text(key.get(keys.COSEKEYS.x)) }, { name: 'Ed25519' }]
        : [];
  if (!jwk || !algorithm) throw new AppError('PASSKEY_NOT_TAKEN');
  const imported = await crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify']);
  return new Uint8Array(await crypto.subtle.exportKey('spki', imported));
}
