import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import { bookAccess } from '#core/contact/access.ts';
import { OPEN_STATES } from '#core/employee/newcomer.ts';
import { roomKind, SYNC_TICKET_MS, signSyncToken } from '#core/sync/token.ts';
import { saveDraft } from '#core/task/draft-calls.ts';
import { mayDoWith } from '#core/template/record.ts';
import { listTemplates } from '#core/template/record-calls.ts';
import {
  account,
  apiKey,
  draft,
  embedLink,
  enterprise,
  member,
  newcomer,
  session,
  syncTicket,
  template,
  templateGrant,
} from '#db/schema/index.ts';
import { actingProblem, isKeyGood } from '#edge/identity/authenticate.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import { type Context, enterpriseKey, type SignedInContext } from '#edge/kernel/context.ts';
import { orderRoom } from './order-room.ts';

/** Tickets read per page: all at once would exceed a Worker's memory. */
const PAGE = 1000;

/** Issues a room token to the session; the caller has checked its rights. The ticket is stored until it expires. */
export async function giveTicket(
  { actor, db, env, now, newId }: SignedInContext,
  room: string,
  access: 'read' | 'write',
): Promise<{ token: string; expiresAt: number }> {
  const id = newId();
  const expiresAt = now + SYNC_TICKET_MS;
  const { accountId, sessionId, entId, name } = actor;
  await db.insert(syncTicket).values({ id, room, accountId, sessionId, entId, access, expiresAt });
  const claims = { jti: id, sub: accountId, name, room, access, exp: Math.floor(expiresAt / 1000) };
  return { token: await signSyncToken(claims, env.SYNC_SECRET), expiresAt };
}

/** Whose tickets are looked at: of one enterprise, in it of one person. */
interface Among {
  entId: string;
  accountId?: string | undefined;
}

/**
 * Ends connections of people who may no longer be in a room, for whatever reason (logged out, removed, role changed, account
 * or enterprise frozen, draft sent). Checks current rights instead of tracking revocations, so no revocation can be
 * forgotten; an unresponsive room is retried in the next run. Runs every minute over all tickets, and at once over those of a
 * member or an enterprise whose rights have just changed. Returns the number of revoked tickets.
 */
export async function endLostTickets(context: Context, among?: Among): Promise<number> {
  const { db, now } = context;
  if (!among) await db.delete(syncTicket).where(lte(syncTicket.expiresAt, now));
  const lost = new Map<string, string[]>();
  for (let [after, isLast] = ['', false]; !isLast; ) {
    const page = await readTickets(context, after, among);
    for (const ticket of page) {
      const { id, room } = ticket.ticket;
      if (!mayStay(ticket, now)) lost.set(room, [...(lost.get(room) ?? []), id]);
    }
    after = page.at(-1)?.ticket.id ?? '';
    isLast = page.length < PAGE;
  }
  let ended = 0;
  for (const [room, ids] of lost) {
    const query = new URLSearchParams(ids.map((id) => ['ticket', id])).toString();
    if (!(await orderRoom(context, room, { method: 'DELETE', query }))) continue;
    await db.delete(syncTicket).where(inArray(syncTicket.id, ids));
    ended += ids.length;
  }
  return ended;
}

/** The next page of tickets, ordered by id. */
const readTickets = ({ db }: Context, after: string, among?: Among) =>
  db
    .select({
      ticket: syncTicket,
      // drizzle decides by the first column whether the joined row exists, so it must never be null
      session: { expiresAt: session.expiresAt, endedAt: session.endedAt },
      account: { status: account.status },
      enterprise: { businessStatus: enterprise.businessStatus, authStatus: enterprise.authStatus },
      member: { roles: member.roles },
      draft: { ownerKey: draft.ownerKey, closedAt: draft.closedAt },
      template: { ownerKey: template.ownerKey },
      grant: { level: templateGrant.level },
      newcomer: { accountId: newcomer.accountId, state: newcomer.state },
      link: { id: embedLink.id, origin: embedLink.origin },
      key: {
        id: apiKey.id,
        revokedAt: apiKey.revokedAt,
        expiresAt: apiKey.expiresAt,
        origins: apiKey.origins,
      },
    })
    .from(syncTicket)
    .leftJoin(session, eq(session.id, syncTicket.sessionId))
    .leftJoin(embedLink, eq(embedLink.sessionId, syncTicket.sessionId))
    .leftJoin(apiKey, eq(apiKey.id, embedLink.keyId))
    .leftJoin(account, eq(account.id, syncTicket.accountId))
    .leftJoin(enterprise, eq(enterprise.id, syncTicket.entId))
    .leftJoin(
      member,
      and(
        eq(member.enterpriseId, syncTicket.entId),
        eq(member.accountId, syncTicket.accountId),
        isNull(member.leftAt),
      ),
    )
    .leftJoin(draft, eq(draft.id, sql`substr(${syncTicket.room}, length('draft:') + 1)`))
    .leftJoin(template, eq(template.id, sql`substr(${syncTicket.room}, length('template:') + 1)`))
    .leftJoin(
      templateGrant,
      and(eq(templateGrant.templateId, template.id), eq(templateGrant.entId, syncTicket.entId)),
    )
    .leftJoin(newcomer, eq(newcomer.id, sql`substr(${syncTicket.room}, length('newcomer:') + 1)`))
    .where(
      and(
        gt(syncTicket.id, after),
        among && eq(syncTicket.entId, among.entId),
        among?.accountId ? eq(syncTicket.accountId, among.accountId) : undefined,
      ),
    )
    .orderBy(asc(syncTicket.id))
    .limit(PAGE);

/**
 * Whether the rules for entering still hold: the session is valid, as is the key of an embedded page, and acts for the same identity, a draft is still open
 * and shared with colleagues, a template or an address book is still accessible with the ticket's access, and a
 * newcomer's form is still open and their own.
 */
function mayStay(held: Awaited<ReturnType<typeof readTickets>>[number], now: number): boolean {
  const { ticket, session: own, account: person, member: membership, draft: shared } = held;
  if (!own || !person || actingProblem({ ...held, session: own, account: person }, ticket.entId, now))
    return false;
  if (held.link && !isKeyGood(held.key, held.link, now)) return false;
  const kind = roomKind(ticket.room);
  const roles = membership?.roles ?? [];
  if (kind === 'contacts') {
    const access = bookAccess(ticket.entId, roles);
    return access === 'write' || access === ticket.access;
  }
  if (kind === 'newcomer')
    return held.newcomer?.accountId === ticket.accountId && OPEN_STATES.includes(held.newcomer.state);
  if (kind !== 'draft' && kind !== 'template') return true;
  if (kind === 'template') {
    const isOwn = held.template?.ownerKey === enterpriseKey(ticket.entId);
    const access = isOwn ? 'OWNER' : held.grant?.level;
    return (
      held.template !== null &&
      access !== undefined &&
      mayAs({ roles }, listTemplates.access.roles) &&
      (ticket.access === 'read' || mayDoWith(access).edit)
    );
  }
  return (
    mayAs({ roles }, saveDraft.access.roles) &&
    shared?.closedAt === null &&
    shared.ownerKey === enterpriseKey(ticket.entId)
  );
}
