import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { toBase64Url, utf8 } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { FaceState } from '#core/realname/states.ts';
import type {
  confirmConsent as confirmCall,
  getConsent as getCall,
  listConsentMethods as listCall,
  QrMethod,
  startConsent as startCall,
  TicketMethod,
  TicketState,
} from '#core/task/consent-calls.ts';
import { consentText, passkeyEvidence } from '#core/task/passkey-evidence.ts';
import { digestOfSeen } from '#core/task/seen.ts';
import { account, consentTicket } from '#db/schema/index.ts';
import { openRealName, REAL_NAME } from '#edge/identity/names.ts';
import { countPasskeys, judgePasskey, ownPasskeys } from '#edge/identity/passkeys.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { hasCollaborationApp, openCollaborationApp } from '#edge/kernel/providers/collaboration-app.ts';
import { openFace } from '#edge/kernel/providers/face.ts';
import type { OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { batchToConfirm } from './batch-rows.ts';
import { openAsSeen } from './open-as-seen.ts';
import { type Signable, signableOf } from './signable.ts';

/** [4.15b] Validity of a QR code, and of a confirmation once given. */
const LASTS_MS = 5 * 60_000;
const WINDOW_MS = 15 * 60_000;
const CODES = 10;

type Row = typeof consentTicket.$inferSelect;

/**
 * Password and SMS always; face only with a verified real name; app only if a collaboration app is configured; a passkey
 * where the person has one, except in an embedded page, to whose site no passkey belongs.
 */
export async function listConsentMethods(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { actor } = context;
  const hasPasskeys = (await countPasskeys(context, actor.accountId)) > 0;
  return [
    'PASSWORD',
    'SMS',
    ...(actor.personalAuthStatus === 'AUTH' ? (['FACE'] as const) : []),
    ...(hasCollaborationApp(context) ? (['APP'] as const) : []),
    ...(hasPasskeys && !actor.embed ? (['PASSKEY'] as const) : []),
  ];
}

/**
 * Starts a confirmation of the signing of this task, group or batch only: a QR code that the person scans, or a challenge
 * for their passkey, which signs the digest of what was shown. Throws PASSKEY_NOT_TAKEN without one, TOO_OFTEN,
 * REAL_NAME_NEEDED for a face without a verified real name, UNAVAILABLE, and any error that prevents the signing
 * itself.
 */
export async function startConsent(
  signables: readonly Signable[],
  { method, subject, seen = [] }: ParsedInputOf<typeof startCall>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof startCall>> {
  const { actor, db, now } = context;
  const { title, digest } =
    subject.kind === 'BATCH'
      ? await batchToConfirm(context, subject.id)
      : {
          title: (await openAsSeen(context, signableOf(signables, subject.kind), { id: subject.id, seen }))
            .name,
          digest: await digestOfSeen(seen),
        };
  if ((await countAttempt(context, `consent-qr:${actor.accountId}`, WINDOW_MS)) > CODES)
    throw new AppError('TOO_OFTEN');
  const ticketId = context.newId();
  const returnUrl = new URL('/consentResult', context.env.PUBLIC_URL || request.url).href;
  const { ref, url } =
    method === 'PASSKEY'
      ? { ref: '', url: '' }
      : await ask(context, method, { reference: ticketId, title, returnUrl });
  const passkey =
    method === 'PASSKEY'
      ? {
          challenge: await consentChallenge({ id: ticketId, subjectId: subject.id, seenDigest: digest }),
          ...(await ownPasskeys(context, request)),
        }
      : null;
  const expiresAt = now + LASTS_MS;
  await db.insert(consentTicket).values({
    id: ticketId,
    accountId: actor.accountId,
    method,
    subjectId: subject.id,
    seenDigest: digest,
    ref,
    state: 'PENDING',
    createdAt: now,
    expiresAt,
  });
  return { ticketId, url, expiresAt, passkey };
}

/** What a passkey signs for a consent: the digest of the ticket, its subject, and the documents as shown. Base64url. */
const consentChallenge = async ({
  id,
  subjectId,
  seenDigest,
}: Pick<Row, 'id' | 'subjectId' | 'seenDigest'>): Promise<string> => {
  const text = consentText(id, subjectId, seenDigest);
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));
};

/**
 * Confirms a ticket with a passkey of the person. Throws NOT_FOUND for another's ticket or method, CONSENT_ENDED for one
 * that is over or was confirmed, PASSKEY_NOT_TAKEN.
 */
export async function confirmConsent(
  { ticketId, response }: ParsedInputOf<typeof confirmCall>,
  context: SignedInContext,
  request: Request,
): Promise<null> {
  const { actor, db, now } = context;
  const row = await readOwn(context, ticketId);
  if (row.method !== 'PASSKEY') throw new AppError('NOT_FOUND');
  const expected = await consentChallenge(row);
  const { name, assertion } = await judgePasskey(
    context,
    request,
    actor.accountId,
    response,
    (text) => text === expected,
  );
  const confirmed = await db
    .update(consentTicket)
    .set({ state: 'CONFIRMED', expiresAt: now + LASTS_MS, ref: name, assertion })
    .where(
      and(eq(consentTicket.id, row.id), eq(consentTicket.state, 'PENDING'), gt(consentTicket.expiresAt, now)),
    )
    .returning({ id: consentTicket.id });
  if (confirmed.length === 0) throw new AppError('CONSENT_ENDED');
  return null;
}

/** Job, every minute: removes expired tickets. */
export const dropOldTickets = ({ db, now }: Context) =>
  db.delete(consentTicket).where(lt(consentTicket.expiresAt, now - WINDOW_MS));

async function ask(
  context: SignedInContext,
  method: QrMethod,
  about: { reference: string; title: string; returnUrl: string },
): Promise<{ ref: string; url: string }> {
  const { actor, db, keys } = context;
  if (method === 'APP') return openCollaborationApp(context).ask({ ...about, account: actor.loginName });
  if (actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const [person] = await db
    .select({ ...REAL_NAME, idType: account.idType, sealed: account.idNumberSealed })
    .from(account)
    .where(eq(account.id, actor.accountId));
  if (!person) throw new AppError('SESSION_INVALID');
  const { reference, returnUrl } = about;
  return openFace(context).start({
    reference,
    name: await openRealName(context, person),
    idType: person.idType,
    idNumber: person.sealed ? await keys.openField(person.sealed, `idNumber:${actor.accountId}`) : '',
    returnUrl,
  });
}

export async function getConsent(
  { ticketId }: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof getCall>> {
  return { state: await settle(context, await readOwn(context, ticketId)) };
}

async function readOwn({ db, actor }: SignedInContext, ticketId: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(consentTicket)
    .where(and(eq(consentTicket.id, ticketId), eq(consentTicket.accountId, actor.accountId)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

const AFTER: Record<FaceState, TicketState> = {
  PENDING: 'PENDING',
  SUCCESS: 'CONFIRMED',
  FAILURE: 'REFUSED',
  ENDED: 'ENDED',
};

/** The current state: queries the provider while the ticket is pending, and stores the final state. */
async function settle(context: Context, row: Row): Promise<TicketState> {
  const { db, now } = context;
  if (row.state === 'CONFIRMED' && row.expiresAt <= now) return 'ENDED';
  if (row.state !== 'PENDING') return row.state;
  const state =
    row.expiresAt <= now
      ? 'ENDED'
      : row.method === 'PASSKEY'
        ? 'PENDING'
        : AFTER[
            await (row.method === 'FACE'
              ? openFace(context).result(row.ref)
              : openCollaborationApp(context).answer(row.ref))
          ];
  if (state === 'PENDING') return state;
  await db
    .update(consentTicket)
    .set({ state, ...(state === 'CONFIRMED' ? { expiresAt: now + LASTS_MS } : {}) })
    .where(and(eq(consentTicket.id, row.id), eq(consentTicket.state, 'PENDING')));
  return state;
}

/**
 * Checks a confirmation by face, app or passkey as a one-time proof, which the signing uses up; of a passkey also what it
 * signed, for the trail. Throws NOT_FOUND for a ticket of
 * another subject, method or account, CONSENT_REFUSED ([4.15c]), CONSENT_ENDED if it expired ([4.15b]), was used or
 * refers to other revisions, CONSENT_NOT_GIVEN while the person has not responded.
 */
export async function judgeConsent(
  context: SignedInContext,
  method: TicketMethod,
  ticketId: string,
  subjectId: string,
  seenDigest: string,
): Promise<{ once: OneTimeProof; evidence: Record<string, string> }> {
  const { db, now } = context;
  const row = await readOwn(context, ticketId);
  if (row.method !== method || row.subjectId !== subjectId) throw new AppError('NOT_FOUND');
  // A confirmation is valid only for the revisions that it was requested for.
  if (row.seenDigest !== seenDigest) throw new AppError('CONSENT_ENDED');
  const state = await settle(context, row);
  if (state === 'REFUSED') throw new AppError('CONSENT_REFUSED');
  if (state === 'PENDING') throw new AppError('CONSENT_NOT_GIVEN');
  const live = and(
    eq(consentTicket.id, ticketId),
    eq(consentTicket.state, 'CONFIRMED'),
    gt(consentTicket.expiresAt, now),
  );
  const stillGood = async () => {
    const [still] = await db.select({ id: consentTicket.id }).from(consentTicket).where(live);
    if (!still) throw new AppError('CONSENT_ENDED');
  };
  await stillGood();
  const text = consentText(ticketId, subjectId, seenDigest);
  return {
    once: {
      unspent: sql`select 1 from ${consentTicket} where ${live}`,
      spend: db.update(consentTicket).set({ state: 'SPENT' }).where(eq(consentTicket.id, ticketId)),
      stillGood,
    },
    evidence: row.assertion ? passkeyEvidence(text, row.assertion) : {},
  };
}
