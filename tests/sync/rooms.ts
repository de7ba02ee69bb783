import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import YPartyKitProvider from 'y-partykit/provider';
import { Doc } from 'yjs';
import { SECRET_NAMES } from '#core/config/secret-names.ts';
import { type SyncClaims, signSyncToken } from '#core/sync/token.ts';
import { freePort } from '#scripts/product/free-port.ts';
import type { Secrets } from '#scripts/product/secrets.ts';
import { keepSync } from '#scripts/product/services.ts';
import type { Service } from '#scripts/product/supervise.ts';

export type SyncUnderTest = {
  url: string;
  secrets: Secrets;
  service: Service;
  stop: () => Promise<void>;
};

/** PartyKit alone, as the product runs it, with a folder of its own. */
export async function startSync(): Promise<SyncUnderTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'signet-sync-'));
  for (const name of ['run', 'logs', 'sync']) mkdirSync(join(dataDir, name));
  const secrets = Object.fromEntries(
    SECRET_NAMES.map((name) => [name, randomBytes(32).toString('base64')]),
  ) as Secrets;
  const url = `http://127.0.0.1:${await freePort()}`;
  const service = await keepSync({ dataDir, onEvent: () => {} }, url, secrets);
  return {
    url,
    secrets,
    service,
    stop: async () => {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600;

export function claimsFor(room: string, claims: Partial<SyncClaims> = {}): SyncClaims {
  return {
    jti: randomBytes(9).toString('hex'),
    sub: 'u1',
    name: '王芳',
    room,
    access: 'write',
    exp: inAnHour(),
    ...claims,
  };
}

export type Member = { doc: Doc; provider: YPartyKitProvider; leave: () => void };

/** Enters a room with a Yjs document, as a page does. */
export async function enter(
  { url, secrets }: Pick<SyncUnderTest, 'url' | 'secrets'>,
  claims: SyncClaims,
  doc = new Doc(),
): Promise<Member> {
  const token = await signSyncToken(claims, secrets.SYNC_SECRET);
  const provider = new YPartyKitProvider(new URL(url).host, claims.room, doc, {
    params: { token },
    protocol: 'ws',
    disableBc: true,
    // Node's own tells nothing when it cannot connect, so that the provider never tries again.
    WebSocketPolyfill: NodeWebSocket as unknown as typeof WebSocket,
    maxBackoffTime: 200,
  });
  return { doc, provider, leave: () => provider.destroy() };
}

/** Opens a bare websocket; resolves when it is open or with the reason why it is not. */
export function openSocket(
  url: string,
  room: string,
  token: string,
  onMessage: (data: unknown) => void = () => undefined,
): Promise<WebSocket | 'refused'> {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/parties/main/${room}?token=${encodeURIComponent(token)}`,
  );
  socket.binaryType = 'arraybuffer';
  socket.onmessage = ({ data }) => onMessage(data);
  return new Promise((resolve) => {
    socket.onopen = () => resolve(socket);
    socket.onerror = () => resolve('refused');
  });
}

/** The code with which the other side closes. */
export function closeCode(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.onclose = (event) => resolve(event.code);
  });
}

/** Sync rooms for the tests of a file: started before the first one; whoever is in a room leaves it after each. */
export function roomsOfTests(): { readonly sync: SyncUnderTest; members: Member[] } {
  let sync: SyncUnderTest;
  const members: Member[] = [];
  beforeAll(async () => {
    sync = await startSync();
  });
  afterEach(() => {
    for (const { leave } of members.splice(0)) leave();
  });
  afterAll(() => sync.stop());
  return {
    get sync() {
      return sync;
    },
    members,
  };
}
