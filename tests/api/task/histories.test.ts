import { asc, eq, inArray, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { InputOf } from '#core/call.ts';
import {
  downloadDocument,
  getTask,
  rejectTask,
  revokeTask,
  sendTask,
  signTask,
  urgeTask,
} from '#core/task/calls.ts';
import { extendTask } from '#core/task/change-calls.ts';
import { seenOf } from '#core/task/seen.ts';
import type { TaskState, TrailEvent } from '#core/task/states.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { DAY_MS } from '#core/time.ts';
import {
  copyParty,
  creditLot,
  creditTransfer,
  notice,
  signer,
  simulatedMessage,
  task,
  trail,
} from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { decideAs, enableFlow, flowOf, node } from '#tests/fixtures/approvals.ts';
import { newKey, personSigner, SIGNATURE, taskToSend } from '#tests/fixtures/contracts.ts';
import { giveTestCredits } from '#tests/fixtures/credits.ts';
import { addMember, companyWithAdmin, database, newPerson, type Person } from '#tests/fixtures/people.ts';
import { randomFrom } from '#tests/fixtures/random.ts';
import { drained, runJobs } from '#tests/fixtures/run-jobs.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { STATE_AFTER } from '#tests/fixtures/trail-states.ts';

const HISTORIES = 500;
const ROUNDS = 3;
const AT_ONCE = 8;
/** Of their names, by which messages are found. */
const PREFIX = `史${newKey().slice(0, 8)}-`;
const NAME_IN = new RegExp(`“(${PREFIX}\\d+)”`);
/** Mobile numbers by account. */
const mobiles = new Map<string, string>();
const REASON = '条款有误';

/** What somebody does to a contract; the product answers with success or refuses. */
type Act = (history: History) => Promise<unknown>;

interface Firm {
  id: string;
  boss: ApiClient;
  colleague: ApiClient;
  bossId: string;
  mobiles: readonly string[];
  plan: InputOf<typeof sendTask>;
}

interface Partner {
  person: Person;
  client: ApiClient;
}

interface History {
  name: string;
  firm: Firm;
  parties: Partner[];
  random: () => number;
  planId: string;
}

/** Entries that lead to another state; no enterprise is disabled in these histories. */
const STATES_REACHED = Object.keys(STATE_AFTER).filter((event) => event !== 'FROZEN' && event !== 'THAWED');

/** How often a text may reach one person: as often as its entry is in the trail. */
const ENTRY_OF: Record<string, TrailEvent> = {
  TASK_TO_SIGN: 'STARTED',
  TASK_COPY: 'INITIATED',
  TASK_URGED: 'URGED',
  TASK_EXTENDED: 'EXTENDED',
  TASK_REJECTED: 'REFUSED',
  TASK_REVOKED: 'REVOKED',
  TASK_EXPIRED: 'EXPIRED',
  TASK_COMPLETED: 'COMPLETED',
};

const pick = <T>({ random }: Pick<History, 'random'>, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)]!;

/** An enterprise that sends; with `approved`, after the approval of a colleague. */
async function newFirm(approved: boolean, partners: readonly Partner[]): Promise<Firm> {
  const { boss, ent, admin } = await companyWithAdmin();
  const other = await newPerson();
  await addMember(ent, other, ['BUSINESS_ADMIN', 'APPROVER']);
  await giveTestCredits(database(), ent.id, HISTORIES);
  if (approved) await enableFlow(admin, flowOf([node([other.id])]));
  const signers = partners.map(({ person }) =>
    personSigner({ realName: person.name, mobile: person.mobile }),
  );
  const plan = await taskToSend(admin, signers);
  return {
    id: ent.id,
    boss: admin,
    colleague: await signedIn(other, ent),
    bossId: boss.id,
    mobiles: [boss.mobile, other.mobile],
    plan,
  };
}

/** Sends the contract of a history: one to three people sign, at once or in order, now or later; somebody may get a copy. */
async function begin(history: History, partners: readonly Partner[]): Promise<void> {
  const { firm, random, name } = history;
  const shuffled = partners.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
  const many = 1 + Math.floor(random() * 3);
  history.parties = shuffled.slice(0, many).map(({ one }) => one);
  const reader = random() < 0.4 ? shuffled[many]?.one : undefined;
  const signers = history.parties.map(
    ({ person }) => firm.plan.planSendSignatoryOrderVOList.find(({ mobile }) => mobile === person.mobile)!,
  );
  const { planId } = await firm.boss.call(sendTask, {
    ...firm.plan,
    draftId: newKey(),
    taskName: name,
    orderState: random() < 0.5 ? 'ORDER' : 'DISORDER',
    ...(random() < 0.15 ? { startTime: Date.now() + DAY_MS } : {}),
    planSendSignatoryOrderVOList: signers.map((one, i) => ({ ...one, signOrder: i + 1 })),
    placementList: firm.plan.placementList!.filter((place) =>
      signers.some(({ signatoryId }) => signatoryId === place.signatoryId),
    ),
    ccList: reader
      ? [
          {
            copyId: newKey(),
            copyType: 'PERSON',
            userName: reader.person.name,
            mobile: reader.person.mobile,
          },
        ]
      : [],
  });
  history.planId = planId;
}

const sign: Act = async (history) => {
  const { client } = pick(history, history.parties);
  const { planId } = history;
  const shown = await client.envelope(getTask, { planId });
  if (shown.code !== 200) return shown;
  const mine = shown.data.signerList.find((one) => one.mine);
  return client.envelope(signTask, {
    planId,
    consent: { method: 'PASSWORD', password: await client.seal(DEMO.signPassword) },
    seen: seenOf(shown.data.documents),
    fillings: shown.data.placements
      .filter(({ signerId }) => signerId === mine?.signerId)
      .map(({ placementId }) => ({ placementId, drawing: SIGNATURE })),
  });
};

const reject: Act = (history) =>
  pick(history, history.parties).client.envelope(rejectTask, { planId: history.planId, reason: REASON });

const revoke: Act = (history) =>
  pick(history, [history.firm.boss, history.firm.colleague]).envelope(revokeTask, {
    planId: history.planId,
    reason: REASON,
  });

const urge: Act = ({ firm, planId }) => firm.boss.envelope(urgeTask, { planId });

const extend: Act = ({ firm, planId, random }) =>
  firm.boss.envelope(extendTask, { planId, endTime: Date.now() + Math.floor((91 + 20 * random()) * DAY_MS) });

const decide =
  (decision: 'PASS' | 'REJECT'): Act =>
  ({ firm, planId }) =>
    decideAs(firm.colleague, planId, decision, REASON).catch((error: unknown) => error);

const download: Act = (history) =>
  pick(history, history.parties)
    .client.download(downloadDocument, { planId: history.planId, fileIndex: 0 })
    .catch((error: unknown) => error);

const moveTo =
  (change: Partial<typeof task.$inferInsert>): Act =>
  ({ planId }) =>
    database().update(task).set(change).where(eq(task.id, planId));

/** Time passes the start, or the term; the next jobs find it. */
const start = moveTo({ startAt: 1 });
const expire = moveTo({ startAt: 1, deadline: 2 });

/** The calls, each as often as it stands here: those that move a contract on come more often. */
const ACTS: readonly Act[] = [
  ...[sign, sign, decide('PASS'), decide('PASS'), decide('REJECT')],
  ...[reject, revoke, urge, extend, extend, download, start, expire],
];

/** One act, or two at the same time. A refusal is an answer; a fault is none. */
async function act(history: History): Promise<void> {
  const acts = history.random() < 0.2 ? [pick(history, ACTS), pick(history, ACTS)] : [pick(history, ACTS)];
  const answers = await Promise.all(acts.map((one) => one(history)));
  expect(
    answers.filter((one) => /\b5\d\d\d\d\d\b/.test(String((one as { code?: number }).code ?? one))),
  ).toEqual([]);
}

async function eachOf(
  histories: readonly History[],
  run: (history: History) => Promise<void>,
): Promise<void> {
  const waiting = [...histories];
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await run(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** All that the product has stored about these contracts, by their ids, and the short messages by their names. */
async function stored(histories: readonly History[]) {
  await drained();
  const db = database();
  const ids = histories.map(({ planId }) => planId);
  const byTask = <Row extends { taskId: string }>(rows: Row[]) => Map.groupBy(rows, ({ taskId }) => taskId);
  const tasks = await db.select().from(task).where(inArray(task.id, ids));
  const messages = await db
    .select()
    .from(simulatedMessage)
    .where(like(simulatedMessage.text, `%“${PREFIX}%`));
  return {
    tasks: new Map(tasks.map((row) => [row.id, row])),
    signers: byTask(await db.select().from(signer).where(inArray(signer.taskId, ids))),
    copies: byTask(await db.select().from(copyParty).where(inArray(copyParty.taskId, ids))),
    entries: byTask(await db.select().from(trail).where(inArray(trail.taskId, ids)).orderBy(asc(trail.seq))),
    transfers: byTask(await db.select().from(creditTransfer).where(inArray(creditTransfer.taskId, ids))),
    notices: byTask(
      (await db.select().from(notice).where(inArray(notice.taskId, ids))).filter(
        ({ kind }) => kind in ENTRY_OF,
      ),
    ),
    messages: Map.groupBy(messages, ({ text }) => NAME_IN.exec(text)?.[1] ?? ''),
  };
}
type Stored = Awaited<ReturnType<typeof stored>>;

/** One contract after all that happened to it. */
async function check({ name, planId, firm }: History, found: Stored): Promise<void> {
  const row = found.tasks.get(planId)!;
  const entries = found.entries.get(planId)!;
  const signers = found.signers.get(planId)!;
  const readers = found.copies.get(planId) ?? [];
  const events = entries.map(({ event }) => event);
  const times = (event: TrailEvent) => events.filter((one) => one === event).length;
  const isOver = row.state === 'ENDED' || row.state === 'REVOKED';

  // Trail and state agree: the chain holds, leads to the state, and ends once.
  expect(await firstBrokenLink(entries)).toBe(null);
  expect(events.reduce<TaskState | null>((state, event) => STATE_AFTER[event] ?? state, null)).toBe(
    row.state,
  );
  // A term that ends during the approval ends both, in one act.
  const ends = events.filter(
    (event, i) =>
      ['ENDED', 'REVOKED'].includes(STATE_AFTER[event] ?? '') &&
      !(event === 'REVIEW_FAILED' && events[i + 1] === 'EXPIRED'),
  );
  expect(ends).toHaveLength(isOver ? 1 : 0);
  if (isOver)
    expect(
      events
        .slice(events.indexOf(ends[0]!) + 1)
        .filter((event) => !['PRESERVED', 'DOWNLOADED'].includes(event)),
    ).toEqual([]);
  expect(signers.filter(({ state }) => state === 'SIGNED')).toHaveLength(times('SIGNED'));
  expect(row.signedNum).toBe(times('SIGNED'));

  // One copy is reserved once, and used or returned once: by the first signature, or by the end.
  const [reserved, ...settled] = (found.transfers.get(planId) ?? [])
    .map(({ kind }) => kind)
    .sort(reservedFirst);
  expect(reserved).toBe('RESERVE');
  const wasSent = times('STARTED') > 0 || row.state === 'NOT_STARTED' || !events.includes('SENT_FOR_REVIEW');
  const isReturned = ends.some(
    (event) =>
      event === 'REVOKED' ||
      event === 'REVIEW_FAILED' ||
      (event === 'EXPIRED' && !wasSent && !events.includes('REVIEW_PASSED')),
  );
  const isUsed = times('SIGNED') > 0 || (isOver && !isReturned);
  expect(settled).toEqual(isUsed ? ['USE'] : isOver ? ['RETURN'] : []);

  // Whoever was called is told of that once and of the end once, unless it was their own act; nobody else is told.
  const wasTold = !events.includes('SENT_FOR_REVIEW') || events.includes('REVIEW_PASSED');
  const called = signers.filter(({ state }) => state !== 'UNSIGNED');
  const notices = found.notices.get(planId) ?? [];
  const mayHear = new Set([
    firm.bossId,
    ...(wasTold ? [...called, ...readers].map(({ accountId }) => accountId) : []),
  ]);
  expect(notices.filter(({ accountId }) => !mayHear.has(accountId))).toEqual([]);
  const kindsOf = (accountId: string) =>
    notices.filter((one) => one.accountId === accountId).map(({ kind }) => kind);
  for (const accountId of mayHear)
    for (const [kind, number] of counted(kindsOf(accountId)))
      expect(number, `${kind} of ${name}`).toBeLessThanOrEqual(
        times(ENTRY_OF[kind]!) || Number(kind === 'TASK_TO_SIGN'),
      );
  for (const { accountId } of called) expect(kindsOf(accountId)).toContain('TASK_TO_SIGN');
  if (wasTold) for (const { accountId } of readers) expect(kindsOf(accountId)).toContain('TASK_COPY');
  if (events.includes('COMPLETED'))
    for (const accountId of mayHear) expect(kindsOf(accountId)).toContain('TASK_COMPLETED');

  // Each notice to a party goes out as a short message too, and nothing else does. The sender's own enterprise hears of
  // the approval besides, and nobody further.
  const targets = (found.messages.get(name) ?? []).map(({ target }) => target);
  const outside = new Set(mobiles.values());
  expect(targets.filter((target) => !outside.has(target) && !firm.mobiles.includes(target))).toEqual([]);
  const sms = counted(targets.filter((target) => outside.has(target)));
  const told = counted(
    notices
      .filter(({ accountId }) => accountId !== firm.bossId)
      .map(({ accountId }) => mobiles.get(accountId)!),
  );
  expect(sms).toEqual(told);
}

const reservedFirst = (a: string, b: string) => Number(b === 'RESERVE') - Number(a === 'RESERVE');

const counted = (values: readonly string[]): Map<string, number> => {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return new Map([...found].sort());
};

/** No copy is lost: what the enterprises have left is what they were given without what their contracts hold or used. */
async function checkCopies(firms: readonly Firm[], found: Stored): Promise<void> {
  for (const { id } of firms) {
    const lots = await database().select().from(creditLot).where(eq(creditLot.enterpriseId, id));
    const moved = [...found.transfers.values()].flat().filter(({ enterpriseId }) => enterpriseId === id);
    const taken = moved.filter(({ kind }) => kind === 'RESERVE').length;
    const returned = moved.filter(({ kind }) => kind === 'RETURN').length;
    const sum = (of: 'quantity' | 'remaining') => lots.reduce((all, lot) => all + lot[of], 0);
    expect(sum('remaining')).toBe(sum('quantity') - taken + returned);
  }
}

it(`${HISTORIES} histories of calls keep copies, messages, trails and states together`, async () => {
  const partners = await Promise.all(
    Array.from({ length: 4 }, async (): Promise<Partner> => {
      const person = await newPerson({ signPassword: DEMO.signPassword });
      mobiles.set(person.id, person.mobile);
      return { person, client: await signedIn(person) };
    }),
  );
  const firms = [await newFirm(false, partners), await newFirm(true, partners)];
  const seed = `histories of calls`;
  const histories = Array.from({ length: HISTORIES }, (_, i): History => {
    const random = randomFrom(`${seed} ${i}`);
    const firm = firms[random() < 0.7 ? 0 : 1]!;
    return { name: `${PREFIX}${i}`, firm, parties: [], random, planId: '' };
  });
  const reached = new Set<string>();
  for (let round = 0; round <= ROUNDS; round++) {
    await eachOf(histories, round === 0 ? (one) => begin(one, partners) : act);
    await runJobs();
    const found = await stored(histories);
    for (const one of histories) await check(one, found);
    await checkCopies(firms, found);
    for (const { event } of [...found.entries.values()].flat()) reached.add(event);
  }
  // The histories are worth something: they came to every end, and to everything on the way that these calls can do.
  expect(
    [...STATES_REACHED, ...Object.values(ENTRY_OF), 'SIGNED', 'PRESERVED', 'DOWNLOADED'].filter(
      (event) => !reached.has(event),
    ),
  ).toEqual([]);
});
