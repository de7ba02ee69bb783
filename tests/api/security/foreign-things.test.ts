import { beforeAll, describe, expect, it } from 'vitest';
import { getHandLink } from '#core/account/calls.ts';
import type { AnyCall, Envelope } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { mayDo } from '#scripts/permissions-document.ts';
import { ApiClient } from '#tests/client.ts';
import { type Crawl, crawl, type Found, inputsWith } from '#tests/fixtures/attack/crawl.ts';
import { forEach } from '#tests/fixtures/attack/for-each.ts';
import { flawOf } from '#tests/fixtures/attack/judge.ts';
import { type Caller, SECRETS, type Secret, sharedWorld, type World } from '#tests/fixtures/attack/world.ts';
import { changed, foundIn, rowsOf } from '#tests/fixtures/foreign.ts';
import { database } from '#tests/fixtures/people.ts';
import { codeOf } from '#tests/fixtures/walk-permissions.ts';
import { product } from '#tests/product.ts';

let world: World;
const crawls = new Map<Caller, Crawl>();
const all = (): Caller[] => Object.values(world.callers);

/** Secrets whose words stand in a text. */
const secretsIn = (text: string): Secret[] => SECRETS.filter((name) => text.includes(world.words[name]));

beforeAll(async () => {
  world = await sharedWorld();
  await forEach(all(), async (caller) => {
    crawls.set(caller, await crawl(caller));
  });
});

describe('[6.9] what each may see', () => {
  it('is disclosed to them and to nobody else, by every call without an identifier', () => {
    const problems: string[] = [];
    for (const caller of all()) {
      const told = crawls.get(caller)!.told.map((one) => ({ ...one, secrets: secretsIn(one.text) }));
      for (const { call, secrets } of told)
        for (const name of secrets)
          if (!caller.knows.includes(name)) problems.push(`${call} told ${caller.name} ${name}`);
      for (const name of caller.knows)
        if (!told.some(({ secrets }) => secrets.includes(name)))
          problems.push(`nothing told ${caller.name} ${name}`);
    }
    expect(problems.join('\n')).toBe('');
    const asked = [...crawls.values()].reduce((sum, one) => sum + one.asked, 0);
    const ids = new Set([...crawls.values()].flatMap((one) => [...one.ids.keys()]));
    console.log(`attack: ${asked} reads by ${all().length} callers told ${ids.size} identifiers`);
    expect(ids.size).toBeGreaterThan(80);
  });

  it('is told to its owner by the calls that others are refused', async () => {
    const admin = world.callers.admin!;
    const found = [...crawls.get(admin)!.ids.values()];
    for (const id of ['task.getTask', 'quicksign.getQuickFiles', 'seal.getSeal', 'employee.getEmployee']) {
      const call = allCalls().find((one) => one.id === id)!;
      const texts = await Promise.all(
        inputsWith(call, found, found.length).map(async (input) =>
          (await admin.client.send(call, input)).text(),
        ),
      );
      expect(texts.flatMap(secretsIn).length, id).toBeGreaterThan(0);
    }
  });

  it('is neither read nor changed by another who knows its identifiers', async () => {
    const before = await Promise.all(world.owners.map(({ owns }) => rowsOf(database(), owns)));
    const problems: string[] = [];
    const lines: string[] = [];
    const reached = new Set<string>();
    const unread = new Set<string>();
    const tries: { caller: Caller; call: AnyCall; input: Record<string, unknown> }[] = [];
    for (const caller of all()) {
      const own = new Set([
        ...crawls.get(caller)!.ids.keys(),
        ...foundIn(await rowsOf(database(), caller.owns)).map(({ id }) => id),
      ]);
      const foreign = await foreignTo(own);
      const from = tries.length;
      for (const call of callsOf(caller))
        for (const input of inputsWith(call, foreign)) tries.push({ caller, call, input });
      lines.push(`${caller.name}: ${tries.length - from} of ${foreign.length}`);
    }
    await forEach(tries, async ({ caller, call, input }) => {
      const outcome = await attempt(caller, call, input);
      problems.push(...outcome.problems);
      (outcome.unread ? unread : reached).add(call.id);
    });
    console.log(`attack: calls with foreign identifiers, by caller: ${lines.join('; ')}`);
    expect(problems.join('\n')).toBe('');
    // Each came to the check of whose it is: where one did not, a value that fits goes to tests/fixtures/call-inputs.ts.
    expect([...unread].filter((id) => !reached.has(id))).toEqual([]);
    expect(reached.size).toBeGreaterThan(60);
    const after = await Promise.all(world.owners.map(({ owns }) => rowsOf(database(), owns)));
    expect(before.flatMap((rows, at) => changed(rows, after[at]!))).toEqual([]);
  });

  it('is not changed by an API key that may only read, of its own enterprise’s things either', async () => {
    const reader = world.callers['own key read']!;
    const admin = world.callers.admin!;
    const before = await Promise.all(world.owners.map(({ owns }) => rowsOf(database(), owns)));
    const own = [...crawls.get(admin)!.ids.values(), ...before.flatMap(foundIn)];
    const answered = new Map<number, number>();
    await forEach(
      allCalls().filter(({ access, path }) => access.actor !== 'internal' && !path.startsWith('/sim')),
      async (call) => {
        for (const input of inputsWith(call, own)) {
          const body = call.body === 'bytes' ? { ...input, body: new Uint8Array([1]) } : input;
          const response = await reader.client.send(call, body);
          const text = await response.text();
          const isJson = response.headers.get('content-type')?.includes('json');
          const code = isJson ? (JSON.parse(text.trim().split('\n').at(-1) ?? '{}') as Envelope).code : 200;
          answered.set(code, (answered.get(code) ?? 0) + 1);
        }
      },
    );
    const after = await Promise.all(world.owners.map(({ owns }) => rowsOf(database(), owns)));
    expect(before.flatMap((rows, at) => changed(rows, after[at]!))).toEqual([]);
    expect(answered.get(ERROR_CODES.API_KEY_SCOPE)).toBeGreaterThan(50);
    expect(answered.get(200)).toBeGreaterThan(0);
  });

  it('is not reached by what opens one thing: a scanned link, a room ticket, a refresh token', async () => {
    const closed = allCalls().filter(
      ({ access }) => access.actor !== 'anyone' && access.actor !== 'internal',
    );
    const problems: string[] = [];
    await forEach(
      world.bearers.flatMap((bearer) => closed.map((call) => ({ bearer, call }))),
      async ({ bearer, call }) => {
        const code = await codeOf(product().baseUrl, call, bearer.token);
        if (code !== ERROR_CODES.SESSION_INVALID)
          problems.push(`${call.id} answered ${code} to ${bearer.name}`);
      },
    );
    expect(problems.join('\n')).toBe('');
    // Nor is a session what any of the others is.
    const session = world.callers.admin!.client.session!;
    const anybody = new ApiClient(product().baseUrl);
    for (const token of [
      session.accessToken,
      session.refreshToken,
      ...world.bearers.map((one) => one.token),
    ]) {
      const isLink = token === world.bearers[0]!.token;
      const opened = await anybody.envelope(getHandLink, { Authorization: token.slice(0, 200) });
      expect(opened.code).toBe(isLink ? 200 : ERROR_CODES.HAND_LINK_INVALID);
      const room = `events:E-${world.callers.admin!.owns.entId}`;
      const socket = new WebSocket(`${product().baseUrl.replace('http', 'ws')}/sync/${room}?token=${token}`);
      const came = await new Promise((done) => {
        socket.onopen = () => done('in');
        socket.onerror = () => done('out');
      });
      socket.close();
      expect(came, token.slice(0, 12)).toBe(token === world.bearers[1]!.token ? 'in' : 'out');
    }
    console.log(`attack: ${world.bearers.length * closed.length} pairs of a call and what is no session`);
  });
});

/** What others were told, and what stands in the owners' rows though no answer tells it. */
async function foreignTo(own: ReadonlySet<string>): Promise<Found[]> {
  const found = new Map<string, Found>();
  const add = ({ id, names, domains }: Found) => {
    const known = found.get(id);
    found.set(id, {
      id,
      names: new Set([...(known?.names ?? []), ...names]),
      domains: new Set([...(known?.domains ?? []), ...domains]),
    });
  };
  for (const { owns } of world.owners) foundIn(await rowsOf(database(), owns)).forEach(add);
  for (const one of crawls.values()) [...one.ids.values()].forEach(add);
  return [...found.values()].filter(({ id }) => !own.has(id));
}

/** Calls that the caller may make at all; that the others are refused is what the permission walk tries. */
const callsOf = ({ asker }: Caller): AnyCall[] =>
  allCalls().filter(
    ({ access, path }) => access.actor !== 'internal' && !path.startsWith('/sim') && mayDo(access, asker),
  );

async function attempt(caller: Caller, call: AnyCall, input: Record<string, unknown>) {
  const said = `as ${caller.name}: ${call.id} with ${JSON.stringify(input).slice(0, 160)}`;
  const body = call.body === 'bytes' ? { ...input, body: new Uint8Array([1]) } : input;
  const response = await caller.client.send(call, body);
  const text = await response.text();
  const problems: string[] = [];
  const flaw = flawOf(response, text);
  if (flaw) problems.push(`${said}: ${flaw}`);
  for (const name of secretsIn(text)) if (!caller.knows.includes(name)) problems.push(`${said} told ${name}`);
  if (!response.headers.get('content-type')?.includes('json')) {
    problems.push(`${said} gave a file`);
    return { problems, unread: false };
  }
  const { code, fields } = JSON.parse(text.trim().split('\n').at(-1) ?? '{}') as Envelope;
  // A procedure that refuses a value names the error, or says that there is no such template; a schema names the kind of
  // mistake.
  const unread =
    code === ERROR_CODES.INPUT_INVALID &&
    (fields?.every(({ problem }) => problem !== 'INPUT_INVALID' && problem !== 'templateUnknown') ?? true);
  return { problems, unread };
}
