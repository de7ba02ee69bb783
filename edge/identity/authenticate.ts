import { and, eq, isNull } from 'drizzle-orm';
import { switchProblem } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { account, apiKey, embedLink, enterprise, member, session, ssoSession } from '#db/schema/index.ts';
import { type Actor, type Context, enterpriseKey, personKey } from '#edge/kernel/context.ts';
import { mayTrust } from '#edge/kernel/trust.ts';
import { mayAs } from './check-access.ts';
import { openLoginName, openOwnName, openRealName } from './names.ts';
import { readAccessToken } from './tokens.ts';

/** How long an isolate usually caches a session, hence the longest that an ended session still works in another isolate. */
const TRUST_MS = 3_000;
const known = new Map<string, { actor: Actor; readAt: number }>();

/**
 * The actor of a request by its X-Token ([7.1c]). Throws SESSION_INVALID, SESSION_EXPIRED, SESSION_REPLACED, and
 * EMBED_NOT_HERE for the session of an embedded page unless the caller limits what that does (`embed`).
 */
export async function authenticate(
  request: Request,
  context: Context,
  { embed = false } = {},
): Promise<Actor> {
  const actor = await actorOfToken(request, context);
  if (actor.embed && !embed) throw new AppError('EMBED_NOT_HERE');
  return actor;
}

async function actorOfToken(request: Request, context: Context): Promise<Actor> {
  const token = request.headers.get('x-token');
  if (!token) throw new AppError('SESSION_INVALID');
  const { accountId, sessionId, entId } = await readAccessToken(context.env, token, context.now);
  const key = `${sessionId}:${entId}`;
  const cached = known.get(key);
  if (cached && mayTrust(cached.readAt, context.now, context.env, TRUST_MS)) return cached.actor;
  const actor = await loadActor(context, accountId, sessionId, entId);
  if (known.size > 5_000) known.clear();
  known.set(key, { actor, readAt: context.now });
  return actor;
}

/** Drops a session from this isolate's cache when it is ended or changed here. */
export function forgetSession(sessionId: string): void {
  for (const key of known.keys()) if (key.startsWith(`${sessionId}:`)) known.delete(key);
}

type Acting = {
  session: Pick<typeof session.$inferSelect, 'endedAt' | 'expiresAt'>;
  account: Pick<typeof account.$inferSelect, 'status'>;
  enterprise: Pick<typeof enterprise.$inferSelect, 'businessStatus' | 'authStatus'> | null;
  member: object | null;
};

/** Why a session cannot act (for the enterprise, if one is given); null if it can. */
export function actingProblem(
  { session: sessionRow, account: person, enterprise: ent, member: own }: Acting,
  entId: string,
  now: number,
) {
  if (sessionRow.endedAt !== null || sessionRow.expiresAt < now) return 'SESSION_EXPIRED';
  if (person.status !== 'ENABLE') return 'SESSION_LOCKED';
  // Nobody acts for an enterprise that cannot be switched into ([4.18a]), even in a session that began earlier.
  if (entId !== '' && (!own || !ent || switchProblem(ent.businessStatus, ent.authStatus)))
    return 'SESSION_REPLACED';
  return null;
}

export async function loadActor(
  context: Context,
  accountId: string,
  sessionId: string,
  entId: string,
): Promise<Actor> {
  const [row] = await context.db
    .select({
      session,
      account,
      enterprise,
      member,
      signOn: ssoSession.customerId,
      link: embedLink,
      key: apiKey,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .leftJoin(enterprise, eq(enterprise.id, entId))
    .leftJoin(ssoSession, eq(ssoSession.sessionId, session.id))
    .leftJoin(embedLink, eq(embedLink.sessionId, session.id))
    .leftJoin(apiKey, eq(apiKey.id, embedLink.keyId))
    .leftJoin(
      member,
      and(eq(member.enterpriseId, entId), eq(member.accountId, accountId), isNull(member.leftAt)),
    )
    .where(eq(session.id, sessionId));
  if (!row || row.session.accountId !== accountId) throw new AppError('SESSION_INVALID');
  const problem = actingProblem(row, entId, context.now);
  if (problem) throw new AppError(problem);
  const { link, key } = row;
  const signOn = row.signOn ?? '';
  if (!link) return actorOf(context, row, { sessionId, sso: signOn !== '', signOn, embed: null });
  // It acts for the identity of its link only, whatever a token says.
  if (link.entId !== entId) throw new AppError('SESSION_REPLACED');
  if (!isKeyGood(key, link, context.now)) throw new AppError('SESSION_EXPIRED');
  // If the person was not verified, the session acts for the enterprise only, as with single sign-on.
  const embed = {
    kind: link.kind,
    subjectId: link.subjectId,
    templateId: link.templateId,
    businessTypes: key?.businessTypes ?? null,
    origin: link.origin,
  };
  return actorOf(context, row, { sessionId, sso: !link.asksCode, signOn, embed });
}

/** Whether the key of an embedded page still allows it: not revoked or expired, and still allowing its origin. */
export const isKeyGood = (
  key: Pick<typeof apiKey.$inferSelect, 'revokedAt' | 'expiresAt' | 'origins'> | null,
  { origin }: Pick<typeof embedLink.$inferSelect, 'origin'>,
  now: number,
): boolean => key !== null && key.revokedAt === null && key.expiresAt > now && key.origins.includes(origin);

/**
 * A member as the actor of work that they began and that goes on without them, whether or not their session still lives.
 * Throws NO_PERMISSION where they could not act for the enterprise now.
 */
export async function loadMember(context: Context, accountId: string, entId: string): Promise<Actor> {
  const [row] = await context.db
    .select({ account, enterprise, member })
    .from(account)
    .innerJoin(enterprise, eq(enterprise.id, entId))
    .innerJoin(
      member,
      and(eq(member.enterpriseId, entId), eq(member.accountId, accountId), isNull(member.leftAt)),
    )
    .where(eq(account.id, accountId));
  const session = { endedAt: null, expiresAt: Number.POSITIVE_INFINITY };
  if (!row || actingProblem({ ...row, session }, entId, context.now)) throw new AppError('NO_PERMISSION');
  return actorOf(context, row, { sessionId: '', sso: false, signOn: '', embed: null });
}

type SessionRows = {
  account: typeof account.$inferSelect;
  enterprise: typeof enterprise.$inferSelect | null;
  member: typeof member.$inferSelect | null;
};

async function actorOf(
  context: Context,
  { account: person, enterprise: ent, member: own }: SessionRows,
  session: Pick<Actor, 'sessionId' | 'sso' | 'signOn' | 'embed'>,
): Promise<Actor> {
  const entId = ent?.id ?? '';
  return {
    accountId: person.id,
    ...session,
    key: null,
    automaticSeal: '',
    name: await openOwnName(context, person),
    verifiedName: person.personalAuthStatus === 'AUTH' ? await openRealName(context, person) : '',
    loginName: await openLoginName(context, person),
    accountOwnerType: person.ownerType,
    personalAuthStatus: person.personalAuthStatus,
    platformAdmin: person.platformAdmin,
    entId,
    entName: ent?.name ?? '',
    entOwnerType: ent?.ownerType ?? person.ownerType,
    roles: own?.roles ?? [],
    salaryWithheld: own?.salaryWithheld === true && !mayAs(own, CONSOLE),
    ownerKey: entId === '' ? personKey(person.id) : enterpriseKey(entId),
  };
}
