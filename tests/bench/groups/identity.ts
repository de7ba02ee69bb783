/**
 * Getting in, on loopback: a login with its two round trips (key, then token) and a refresh, by 50 people at once, beside
 * a call that only answers (`/health`, with its one query) by as many; what the hash of a password costs in it; and how
 * long the pictures of captchas take to draw.
 */
import { getCaptcha, getImageCode, requestToken } from '#core/identity/calls.ts';
import { health } from '#core/internal/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { hashPassword, verifyPassword } from '#edge/kernel/crypto/passwords.ts';
import { ApiClient } from '#tests/client.ts';
import { withBenchProduct } from '../bench-product.ts';
import { type BenchReport, median } from '../row.ts';

export const name = 'identity';

const PEOPLE = 50;
const ROUNDS = 4;

/** Median of one person's time, and how many were served in a second, when all do `work` at once, some rounds long. */
async function together(work: (i: number) => Promise<unknown>): Promise<{ ms: number; perSecond: number }> {
  const times: number[] = [];
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(
      Array.from({ length: PEOPLE }, async (_, i) => {
        const start = performance.now();
        await work(i);
        times.push(performance.now() - start);
      }),
    );
  return { ms: median(times), perSecond: (PEOPLE * ROUNDS * 1000) / (performance.now() - began) };
}

async function timed(work: () => Promise<unknown>, times: number): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await work();
    all.push(performance.now() - start);
  }
  return median(all);
}

export async function run(report: BenchReport): Promise<void> {
  const hash = await hashPassword(DEMO.password);
  const hashMs = await timed(() => verifyPassword(DEMO.password, hash), 9);
  report({
    name: 'scrypt of one password (N = 2^15, r = 8, p = 1)',
    unit: 'ms',
    ours: hashMs,
    peer: null,
    theirs: null,
  });

  await withBenchProduct(({ baseUrl }) => measure(report, baseUrl, hashMs));
}

/** The same against a product that runs. */
export async function measure(report: BenchReport, baseUrl: string, hashMs: number): Promise<void> {
  const clients = Array.from({ length: PEOPLE }, () => new ApiClient(baseUrl));
  const accounts = DEMO.accounts;
  const login = (i: number) => clients[i]!.login(accounts[i % accounts.length]!.loginName, DEMO.password);
  await Promise.all(clients.map((_, i) => login(i)));

  const one = await timed(() => login(0), 9);
  report({
    name: 'login of one person, key and token',
    unit: 'ms',
    ours: one,
    peer: 'its scrypt alone',
    theirs: hashMs,
  });

  const bare = await together((i) => clients[i]!.call(health, {}, { 'X-Token': '' }));
  const refresh = await together(async (i) => {
    const client = clients[i]!;
    const refresh_token = client.session!.refreshToken;
    client.session = await client.call(requestToken, { grant_type: 'refresh_token', refresh_token });
  });
  const logins = await together(login);
  const peer = `bare handler, ${PEOPLE} at once`;
  report({
    name: `token refresh, ${PEOPLE} people at once`,
    unit: 'ms',
    ours: refresh.ms,
    peer,
    theirs: bare.ms,
  });
  report({
    name: 'token refresh',
    unit: 'per second',
    ours: refresh.perSecond,
    peer,
    theirs: bare.perSecond,
  });
  report({ name: `login, ${PEOPLE} people at once`, unit: 'ms', ours: logins.ms, peer, theirs: bare.ms });
  report({ name: 'login', unit: 'per second', ours: logins.perSecond, peer, theirs: bare.perSecond });

  const client = new ApiClient(baseUrl);
  const pictures = [
    ['slide puzzle, drawn and sent', () => client.call(getCaptcha, { captchaType: 'blockPuzzle' })],
    ['click-word picture, drawn and sent', () => client.call(getCaptcha, { captchaType: 'clickWord' })],
    ['image code, drawn and sent', () => client.call(getImageCode, {})],
  ] as const;
  for (const [title, draw] of pictures) {
    await draw();
    report({ name: title, unit: 'ms', ours: await timed(draw, 15), peer: null, theirs: null });
  }
}
