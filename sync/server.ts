import type * as Party from 'partykit/server';
import { onConnect, unstable_getYDoc, type YPartyKitOptions } from 'y-partykit';
import { encodeStateAsUpdate } from 'yjs';
import { sameSecret } from '#core/same-secret.ts';
import { roomKind, SYNC_TICKET_MS, type SyncClaims, syncClaims, verifySyncToken } from '#core/sync/token.ts';
import { guardConnection } from './guarded-connection.ts';
import { CONNECTION_LIMIT, DOCUMENT_LIMIT, EVENT_KEPT_MS, EVENT_LIMIT } from './limits.ts';

const CLAIMS_HEADER = 'x-sync-claims';
/** Timers of JavaScript hold 31 bits of ms. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Before the id of a ticket that was ended early: kept until it would be over. */
const ENDED = 'ended:';
const DOCUMENT: YPartyKitOptions = { persist: { mode: 'snapshot' } };

/**
 * One room: a Yjs document shared by those whose token names it (kinds draft, contacts, template), and a way for the
 * edge to push events to them. An `events` room has no document.
 */
export default class SyncServer implements Party.Server {
  readonly room: Party.Room;
  private readonly clients = new Map<number, string>();
  /** Tickets that were ended early, with when they would be over (ms since 1970). */
  private ended = new Map<string, number>();
  /** Which ticket each connection came with, by its id. */
  private readonly tickets = new Map<string, string>();
  private size = 0;
  private newest: { text: string; at: number } | undefined;

  constructor(room: Party.Room) {
    this.room = room;
  }

  async onStart(): Promise<void> {
    const kept = await this.room.storage.list<number>({ prefix: ENDED });
    this.ended = new Map([...kept].map(([key, until]) => [key.slice(ENDED.length), until]));
  }

  /** Refuses a websocket without a valid token for this very room; hands the claims on to the room. */
  static async onBeforeConnect(
    request: Party.Request,
    lobby: Party.Lobby,
  ): Promise<Party.Request | Response> {
    if (isFromElsewhere(request, lobby)) return new Response('no entry', { status: 403 });
    const token = new URL(request.url).searchParams.get('token') ?? '';
    const secret = String(lobby.env.SYNC_SECRET ?? '');
    const claims = secret === '' ? null : await verifySyncToken(token, secret, lobby.id, Date.now());
    if (claims === null) return new Response('no entry', { status: 401 });
    const headers = new Headers(request.headers as unknown as Headers);
    headers.set(CLAIMS_HEADER, encodeURIComponent(JSON.stringify(claims)));
    return new Request(request.url, { headers }) as unknown as Party.Request;
  }

  /** Only the edge, by its key, may speak to a room over HTTP; `health` answers anyone. */
  static async onBeforeRequest(
    request: Party.Request,
    lobby: Party.Lobby,
  ): Promise<Party.Request | Response> {
    if (isFromElsewhere(request, lobby)) return new Response('no entry', { status: 403 });
    if (lobby.id === 'health') return new Response('ok');
    const key = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
    const isEdge = await sameSecret(key, String(lobby.env.INTERNAL_KEY ?? ''));
    if (!isEdge || roomKind(lobby.id) === null) return new Response('no entry', { status: 401 });
    return request;
  }

  async onConnect(connection: Party.Connection, { request }: Party.ConnectionContext): Promise<void> {
    const claims = readClaims(request);
    if (claims === null || this.ended.has(claims.jti)) {
      connection.close(4401, 'no entry');
      return;
    }
    if ([...this.room.getConnections()].length > CONNECTION_LIMIT) {
      connection.close(1013, 'room is full');
      return;
    }
    this.endWithToken(connection, claims);
    if (roomKind(claims.room) === 'events') {
      // A page reads first and comes then: an event between the two would be told to nobody.
      if (this.newest && Date.now() - this.newest.at < EVENT_KEPT_MS) connection.send(this.newest.text);
      return;
    }
    const guarded = guardConnection(connection, {
      claims,
      clients: this.clients,
      // a page that does not answer the closing of its connection could write on
      hasSpaceFor: (size) => !this.ended.has(claims.jti) && this.hasSpaceFor(size),
    });
    await onConnect(guarded, this.room, DOCUMENT);
    await this.measure();
  }

  /**
   * From the edge: POST sends its body, an event in JSON, as text to every connection, and the newest to whoever comes
   * just afterwards; DELETE forgets the document and ends every connection, as when a draft was sent or deleted. DELETE
   * with `?ticket=…` ends those tickets only: their connections close, and nobody enters by them again.
   */
  async onRequest(request: Party.Request): Promise<Response> {
    if (request.method === 'DELETE') {
      const tickets = new URL(request.url).searchParams.getAll('ticket');
      await (tickets.length > 0 ? this.endTickets(tickets) : this.clear());
      return new Response(null, { status: 204 });
    }
    if (request.method !== 'POST') return new Response('POST or DELETE', { status: 405 });
    const text = await request.text();
    if (text.length > EVENT_LIMIT) return new Response('too large', { status: 413 });
    if (!isJson(text)) return new Response('not an event', { status: 400 });
    this.newest = { text, at: Date.now() };
    this.room.broadcast(text);
    return new Response(null, { status: 204 });
  }

  private async clear(): Promise<void> {
    // Until the connections have closed nothing more is taken.
    this.size = Number.POSITIVE_INFINITY;
    for (const connection of this.room.getConnections()) connection.close(4410, 'gone');
    await this.room.storage.deleteAll();
    await this.keepEnded();
  }

  private async endTickets(ids: readonly string[]): Promise<void> {
    const now = Date.now();
    for (const [id, until] of this.ended) if (until < now) this.ended.delete(id);
    for (const id of ids) this.ended.set(id, now + SYNC_TICKET_MS);
    for (const connection of this.room.getConnections())
      if (this.ended.has(this.tickets.get(connection.id) ?? '')) connection.close(4401, 'no longer');
    await this.keepEnded();
  }

  private async keepEnded(): Promise<void> {
    const kept = await this.room.storage.list({ prefix: ENDED });
    const over = [...kept.keys()].filter((key) => !this.ended.has(key.slice(ENDED.length)));
    for (const key of over) await this.room.storage.delete(key);
    for (const [id, until] of this.ended) await this.room.storage.put(ENDED + id, until);
  }

  private endWithToken(connection: Party.Connection, { exp, jti }: SyncClaims): void {
    this.tickets.set(connection.id, jti);
    const left = Math.min(exp * 1000 - Date.now(), LONGEST_TIMER);
    const timer = setTimeout(() => connection.close(4401, 'token expired'), left);
    connection.addEventListener('close', () => {
      clearTimeout(timer);
      this.tickets.delete(connection.id);
      for (const [client, owner] of this.clients) if (owner === connection.id) this.clients.delete(client);
    });
  }

  // What comes in is counted, as measuring costs as much as the document is large; most of it is merged away, so
  // the true size is looked at when the count reaches the limit.
  private hasSpaceFor(size: number): boolean {
    this.size += size;
    if (this.size <= DOCUMENT_LIMIT) return true;
    this.size -= size;
    if (Number.isFinite(this.size)) void this.measure();
    return false;
  }

  private async measure(): Promise<void> {
    this.size = encodeStateAsUpdate(await unstable_getYDoc(this.room, DOCUMENT)).length;
  }
}

/**
 * Whether the request is none of the edge's: a browser has sent it (they write `Origin`, the edge does not), or it names
 * another server than this, where the server knows its name (SYNC_HOST: a name that leads here is anybody's to make).
 */
function isFromElsewhere(request: Party.Request, { env }: Party.Lobby): boolean {
  const host = String(env.SYNC_HOST ?? '');
  return request.headers.get('origin') !== null || (host !== '' && new URL(request.url).host !== host);
}

function readClaims(request: Party.Request): SyncClaims | null {
  const header = request.headers.get(CLAIMS_HEADER);
  if (header === null) return null;
  return syncClaims.safeParse(JSON.parse(decodeURIComponent(header))).data ?? null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
