import type * as Party from 'partykit/server';
import { onConnect, unstable_getYDoc, type YPartyKitOptions } from 'y-partykit';
import { encodeStateAsUpdate } from 'yjs';
import { changeBook, listFromBook } from '#core/contact/change-book.ts';
import { type BookAnswer, bookOrder } from '#core/contact/program-book.ts';
import { sameSecret } from '#core/same-secret.ts';
import { roomKind, SYNC_TICKET_MS, type SyncClaims, syncClaims, verifySyncToken } from '#core/sync/token.ts';
import { guardConnection } from './guarded-connection.ts';
import { CONNECTION_LIMIT, DOCUMENT_LIMIT, EVENT_LIMIT, EVENT_RETENTION_MS } from './limits.ts';

/** The parameter that PartyKit reads as the id of a connection. */
const CONNECTION_ID = '_pk';
const CLAIMS_HEADER = 'x-sync-claims';
/** Longest delay of setTimeout: 31 bits of ms. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Key prefix of revoked tickets; entries are kept until the ticket would have expired. */
const ENDED = 'ended:';
const DOCUMENT: YPartyKitOptions = { persist: { mode: 'snapshot' } };

/**
 * One room: a Yjs document shared by clients whose token names it (kinds draft, contacts, template, newcomer), and a
 * channel through which the edge pushes events. An `events` room has no document.
 */
export default class SyncServer implements Party.Server {
  readonly room: Party.Room;
  private readonly clients = new Map<number, Party.Connection>();
  /** Revoked tickets with their expiry (ms since 1970). */
  private ended = new Map<string, number>();
  /**
   * Ticket of every connection that is open: what is counted, told, removed and cleared. By the connection itself, never by
   * an id: PartyKit keeps one connection of each id, so a second one of the same would be seen by nobody.
   */
  private readonly tickets = new Map<Party.Connection, string>();
  private size = 0;
  private newest: { text: string; at: number } | undefined;

  constructor(room: Party.Room) {
    this.room = room;
  }

  async onStart(): Promise<void> {
    const ended = await this.room.storage.list<number>({ prefix: ENDED });
    this.ended = new Map([...ended].map(([key, until]) => [key.slice(ENDED.length), until]));
  }

  /** Refuses a WebSocket without a valid token for this room; passes the claims on to the room. */
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
    // PartyKit takes the id of a connection from the address, where a client could write that of another.
    const url = new URL(request.url);
    url.searchParams.set(CONNECTION_ID, crypto.randomUUID());
    return new Request(url, { headers }) as unknown as Party.Request;
  }

  /** Only the edge, authenticated by its key, may call a room over HTTP; `health` is public. */
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
    if (this.tickets.size >= CONNECTION_LIMIT) {
      connection.close(1013, 'room is full');
      return;
    }
    this.endWithToken(connection, claims);
    if (roomKind(claims.room) === 'events') {
      // A page fetches before it connects: an event between the two would otherwise be lost.
      if (this.newest && Date.now() - this.newest.at < EVENT_RETENTION_MS) connection.send(this.newest.text);
      return;
    }
    const guarded = guardConnection(connection, {
      claims,
      clients: this.clients,
      // a client that ignores the close could keep writing
      hasSpaceFor: (size) => !this.ended.has(claims.jti) && this.hasSpaceFor(size),
    });
    await onConnect(guarded, this.room, DOCUMENT);
    await this.measure();
  }

  /**
   * Calls from the edge: POST sends its body, an event in JSON, as text to every connection, and the newest one to
   * clients that connect shortly afterwards. DELETE removes the document and closes every connection, as after a draft
   * is sent or deleted. DELETE with `?ticket=…` revokes those tickets only: their connections close, and they admit
   * nobody again. PUT lists or changes the contacts of an address book, for programs; what is looked for is in its
   * body, since addresses are logged.
   */
  async onRequest(request: Party.Request): Promise<Response> {
    if (request.method === 'PUT') return this.serveBook(request);
    if (request.method === 'DELETE') {
      const tickets = new URL(request.url).searchParams.getAll('ticket');
      await (tickets.length > 0 ? this.endTickets(tickets) : this.clear());
      return new Response(null, { status: 204 });
    }
    if (request.method !== 'POST') return new Response('PUT, POST or DELETE', { status: 405 });
    const text = await request.text();
    if (text.length > EVENT_LIMIT) return new Response('too large', { status: 413 });
    if (!isJson(text)) return new Response('not an event', { status: 400 });
    this.newest = { text, at: Date.now() };
    for (const connection of this.tickets.keys())
      if (connection.readyState === WebSocket.OPEN) connection.send(text);
    return new Response(null, { status: 204 });
  }

  private async serveBook(request: Party.Request): Promise<Response> {
    if (roomKind(this.room.id) !== 'contacts') return new Response('not an address book', { status: 405 });
    const doc = await unstable_getYDoc(this.room, DOCUMENT);
    const text = await request.text();
    const order = bookOrder.parse(JSON.parse(text));
    if (order.act === 'list') return Response.json(listFromBook(doc, order));
    const answer: BookAnswer = this.hasSpaceFor(text.length)
      ? changeBook(doc, order)
      : { changed: 0, problems: [], full: true };
    // Updates are stored one after the other in the background: what is answered has been stored.
    await doc.compactUpdateLog();
    return Response.json(answer);
  }

  private async clear(): Promise<void> {
    // Reject updates until the connections have closed.
    this.size = Number.POSITIVE_INFINITY;
    for (const connection of this.tickets.keys()) connection.close(4410, 'gone');
    await this.room.storage.deleteAll();
    await this.keepEnded();
  }

  private async endTickets(ids: readonly string[]): Promise<void> {
    const now = Date.now();
    for (const [id, until] of this.ended) if (until < now) this.ended.delete(id);
    for (const id of ids) this.ended.set(id, now + SYNC_TICKET_MS);
    for (const [connection, ticket] of this.tickets)
      if (this.ended.has(ticket)) connection.close(4401, 'no longer');
    await this.keepEnded();
  }

  private async keepEnded(): Promise<void> {
    const ended = await this.room.storage.list({ prefix: ENDED });
    const over = [...ended.keys()].filter((key) => !this.ended.has(key.slice(ENDED.length)));
    for (const key of over) await this.room.storage.delete(key);
    for (const [id, until] of this.ended) await this.room.storage.put(ENDED + id, until);
  }

  private endWithToken(connection: Party.Connection, { exp, jti }: SyncClaims): void {
    this.tickets.set(connection, jti);
    const left = Math.min(exp * 1000 - Date.now(), LONGEST_TIMER);
    const timer = setTimeout(() => connection.close(4401, 'token expired'), left);
    const leave = () => {
      clearTimeout(timer);
      this.tickets.delete(connection);
      for (const [client, owner] of this.clients) if (owner === connection) this.clients.delete(client);
      // Answers the goodbye: nobody else does in a room without a document.
      if (connection.readyState !== WebSocket.CLOSED) connection.close();
    };
    connection.addEventListener('close', leave);
    connection.addEventListener('error', leave);
  }

  // Measuring is proportional to the document's size, so incoming bytes are summed; most of them are merged away, so
  // the real size is measured when the sum reaches the limit.
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
 * Whether the request is not from the edge: a browser sent it (browsers send `Origin`, the edge does not), or `Host` is
 * not SYNC_HOST, where that is set (anyone can point a name at this server).
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
