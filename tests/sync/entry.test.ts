import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toBase64Url, utf8 } from '#core/bytes.ts';
import { type SyncClaims, signSyncToken } from '#core/sync/token.ts';
import { claimsFor, closeCode, openSocket, type SyncUnderTest, startSync } from './rooms.ts';

let sync: SyncUnderTest;
beforeAll(async () => {
  sync = await startSync();
});
afterAll(() => sync.stop());

const room = 'draft:entry';
const knock = async (token: string, at = room) => {
  const answer = await openSocket(sync.url, at, token);
  if (answer === 'refused') return 'refused';
  answer.close();
  return 'open';
};
const tokenOf = (claims: SyncClaims) => signSyncToken(claims, sync.secrets.SYNC_SECRET);

it('lets in who has a token for the room', async () => {
  expect(await knock(await tokenOf(claimsFor(room)))).toBe('open');
});

it('refuses a missing, forged, unsigned or garbled token', async () => {
  const claims = claimsFor(room);
  const forged = await signSyncToken(claims, 'another secret, of thirty-two bytes!');
  const [header, body, signature] = (await tokenOf(claims)).split('.');
  const none = `${toBase64Url(utf8('{"alg":"none"}'))}.${body}.`;
  const widened = toBase64Url(utf8(JSON.stringify({ ...claims, sub: 'u2' })));
  for (const token of ['', forged, none, `${header}.${widened}.${signature}`, 'x.y.z']) {
    expect(await knock(token), token).toBe('refused');
  }
});

it('refuses a token signed with another algorithm under the same secret', async () => {
  const jwt = new SignJWT(claimsFor(room)).setProtectedHeader({ alg: 'HS512' });
  expect(await knock(await jwt.sign(utf8(sync.secrets.SYNC_SECRET)))).toBe('refused');
});

it('refuses an expired token and one without an end', async () => {
  expect(await knock(await tokenOf(claimsFor(room, { exp: Math.floor(Date.now() / 1000) - 1 })))).toBe(
    'refused',
  );
  const { exp: _, ...endless } = claimsFor(room);
  const jwt = new SignJWT(endless).setProtectedHeader({ alg: 'HS256' });
  expect(await knock(await jwt.sign(utf8(sync.secrets.SYNC_SECRET)))).toBe('refused');
});

it('refuses a token of another room, and a room that is of no kind', async () => {
  expect(await knock(await tokenOf(claimsFor('draft:other')))).toBe('refused');
  expect(await knock(await tokenOf(claimsFor(room)), 'nothing')).toBe('refused');
});

it('ignores claims that the client itself sends along', async () => {
  const claims = encodeURIComponent(JSON.stringify(claimsFor(room)));
  const answer = await fetch(`${sync.url}/parties/main/${room}`, { headers: { 'x-sync-claims': claims } });
  expect(answer.status).toBe(401);
});

it('ends a connection when its token expires', async () => {
  // As short as this machine can come in with: a token that has expired meanwhile is refused at the door.
  for (let seconds = 2; ; seconds *= 2) {
    const exp = Math.floor(Date.now() / 1000) + seconds;
    const socket = await openSocket(sync.url, room, await tokenOf(claimsFor(room, { exp })));
    if (socket === 'refused') continue;
    expect(await closeCode(socket)).toBe(4401);
    return;
  }
});
