/** Signers who are reminded by themselves, as the sender or their enterprise wished. */
import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { InputOf } from '#core/call.ts';
import { endReminders } from '#core/invitation/calls.ts';
import { getTask, rejectTask, revokeTask, sendTask, signTask, urgeTask } from '#core/task/calls.ts';
import { correctSigner, getSigner } from '#core/task/correct-calls.ts';
import { getDelivery } from '#core/task/delivery-calls.ts';
import { getReminderDefault, setReminderDefault, silenceReminders } from '#core/task/reminder-calls.ts';
import { DAY_MS } from '#core/time.ts';
import { signer, task } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { fillingsFor, newKey, personSigner, seenIn, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentMessages, sentNotices, sentText, trailEntries } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { addMember, database, newCompany, newPerson, type Person } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { consentOf } from '#tests/fixtures/seal-uses.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

type Sent = InputOf<typeof sendTask>;

const nobody = () => new ApiClient(product().baseUrl);
const HOUR_MS = 3_600_000;
/** No quiet hours, so that the clock of the machine decides nothing. */
const DAILY = { afterDays: 2, everyDays: 3, times: 2, quietFrom: 0, quietTo: 0 };

async function newSender() {
  const boss = await newPerson();
  const ent = await newCompany(boss);
  return { boss, ent, sender: await signedIn(boss, ent) };
}

/** A contract to these people in order, and what its signers are reminded of. */
async function sentTo(people: readonly Person[], change: Partial<Sent> = {}) {
  const { sender, ent } = await newSender();
  const signers = people.map(({ name, mobile }, i) => personSigner({ realName: name, mobile }, i + 1));
  const input = await taskToSend(sender, signers, { orderState: 'ORDER', reminders: DAILY, ...change });
  const { planId: taskId } = await sender.call(sendTask, input);
  return { sender, ent, taskId, taskName: input.taskName };
}

const newSigner = () => newPerson({ signPassword: DEMO.signPassword });

const rowsOf = (taskId: string) =>
  database().select().from(signer).where(eq(signer.taskId, taskId)).orderBy(asc(signer.position));

/** Moves the clock to the next reminder, and lets the product do what is due. */
async function passTime(taskId: string): Promise<void> {
  for (const { id, remindAt } of await rowsOf(taskId))
    if (remindAt !== null)
      await database()
        .update(signer)
        .set({ remindAt: Date.now() - 1 })
        .where(eq(signer.id, id));
  await runJobs();
}

const remindersTo = async (mobile: string): Promise<number> =>
  (await sentMessages(nobody(), mobile)).filter(({ text }) => text.includes('仍待您签署')).length;

const linesOf = async (client: ApiClient, taskId: string) =>
  (await trailEntries(client, taskId)).filter(({ event }) => event === 'SIGNERS_REMINDED');

const signAs = async (client: ApiClient, taskId: string) =>
  client.call(signTask, {
    planId: taskId,
    seen: await seenIn(client, taskId),
    fillings: await fillingsFor(client, taskId),
    consent: await consentOf(client),
  });

it('comes after its days, then every so many, and no more often than was wished', async () => {
  const person = await newSigner();
  const before = Date.now();
  const { sender, taskId, taskName } = await sentTo([person]);
  const [called] = await rowsOf(taskId);
  expect(called!.remindAt! - before).toBeGreaterThanOrEqual(2 * DAY_MS);
  expect(called!.remindAt! - before).toBeLessThan(2 * DAY_MS + HOUR_MS);
  await runJobs();
  expect(await remindersTo(person.mobile)).toBe(0);
  expect((await sender.call(getTask, { planId: taskId })).reminders).toEqual(DAILY);
  const [shown] = (await sender.call(getDelivery, { planId: taskId })).parties;
  expect(shown).toMatchObject({ silenced: false, remindAt: called!.remindAt });

  const first = Date.now();
  await passTime(taskId);
  expect(await remindersTo(person.mobile)).toBe(1);
  const [next] = await rowsOf(taskId);
  expect(next!.remindAt! - first).toBeGreaterThanOrEqual(3 * DAY_MS);
  expect(next!.remindAt! - first).toBeLessThan(3 * DAY_MS + HOUR_MS);
  await runJobs();
  expect(await remindersTo(person.mobile)).toBe(1);
  await passTime(taskId);
  await passTime(taskId);
  expect(await remindersTo(person.mobile)).toBe(2);
  expect((await rowsOf(taskId))[0]!.remindAt).toBeNull();
  expect(await linesOf(sender, taskId)).toMatchObject([
    { operator: 'Signet', remark: person.name },
    { operator: 'Signet', remark: person.name },
  ]);
  const { records } = await sentNotices(await signedIn(person), { keyword: taskName });
  expect(records.filter(({ subject }) => subject.includes('仍待您签署'))).toHaveLength(2);
  const messages = await sentMessages(nobody(), person.mobile);
  expect(messages.find(({ text }) => text.includes('仍待您签署'))!.text).toMatch(/\/i\/[0-9a-z]{26}$/);
});

it('is for who is called and has not signed, and begins anew with each call', async () => {
  const [first, second] = [await newSigner(), await newSigner()];
  const { taskId } = await sentTo([first, second]);
  expect((await rowsOf(taskId)).map(({ remindAt }) => remindAt === null)).toEqual([false, true]);
  await passTime(taskId);
  expect([await remindersTo(first.mobile), await remindersTo(second.mobile)]).toEqual([1, 0]);
  await signAs(await signedIn(first), taskId);
  expect((await rowsOf(taskId)).map(({ remindAt }) => remindAt === null)).toEqual([true, false]);
  await passTime(taskId);
  expect([await remindersTo(first.mobile), await remindersTo(second.mobile)]).toEqual([1, 1]);
  await signAs(await signedIn(second), taskId);
  expect((await rowsOf(taskId)).map(({ remindAt }) => remindAt)).toEqual([null, null]);
});

it('never comes after a contract was taken back, refused or has expired', async () => {
  const people = await Promise.all([newSigner(), newSigner(), newSigner()]);
  const [revoked, rejected, expired] = await Promise.all(people.map((person) => sentTo([person])));
  await revoked!.sender.call(revokeTask, { planId: revoked!.taskId, reason: '写错了' });
  await (await signedIn(people[1]!)).call(rejectTask, { planId: rejected!.taskId, reason: '不签' });
  // Due at the very moment of its end.
  await database()
    .update(task)
    .set({ deadline: Date.now() - 1 })
    .where(eq(task.id, expired!.taskId));
  for (const { taskId } of [revoked!, rejected!, expired!]) {
    await passTime(taskId);
    expect((await rowsOf(taskId))[0]!.remindAt).toBeNull();
  }
  for (const { mobile } of people) expect(await remindersTo(mobile)).toBe(0);
});

it('waits for the end of quiet hours, and while the contract is frozen', async () => {
  const [asleep, stuck] = [await newSigner(), await newSigner()];
  const hour = (Math.floor(Date.now() / HOUR_MS) + 8) % 24;
  // The hour may end while the test runs: the next is quiet, too.
  const quiet = { ...DAILY, quietFrom: hour, quietTo: (hour + 2) % 24 };
  const night = await sentTo([asleep], { reminders: quiet });
  await passTime(night.taskId);
  expect(await remindersTo(asleep.mobile)).toBe(0);
  const until = (await rowsOf(night.taskId))[0]!.remindAt!;
  expect(until).toBeGreaterThan(Date.now());
  expect(until).toBeLessThanOrEqual(Date.now() + 2 * HOUR_MS);
  expect(until % HOUR_MS).toBe(0);

  const { taskId } = await sentTo([stuck]);
  const state = (set: Partial<typeof task.$inferInsert>) =>
    database().update(task).set(set).where(eq(task.id, taskId));
  await state({ state: 'FROZEN', frozenReason: 'CERTIFICATE_MISSING' });
  await passTime(taskId);
  expect(await remindersTo(stuck.mobile)).toBe(0);
  expect((await rowsOf(taskId))[0]!.remindedTimes).toBe(0);
  await state({ state: 'IN_PROGRESS', frozenReason: '' });
  await passTime(taskId);
  expect(await remindersTo(stuck.mobile)).toBe(1);
});

it('does not come within a day of an urge', async () => {
  const person = await newSigner();
  const { sender, taskId } = await sentTo([person]);
  await sender.call(urgeTask, { planId: taskId });
  await passTime(taskId);
  expect(await remindersTo(person.mobile)).toBe(0);
  const [waiting] = await rowsOf(taskId);
  expect(waiting!.remindAt).toBe(waiting!.urgedAt! + DAY_MS);
});

it('is silenced by its signer from the contract, the sender sees it, an urge is refused', async () => {
  const person = await newSigner();
  const { sender, taskId } = await sentTo([person]);
  const own = await signedIn(person);
  const shown = async () => (await sender.call(getDelivery, { planId: taskId })).parties[0]!;
  await own.call(silenceReminders, { planId: taskId, silenced: true });
  expect((await own.call(getTask, { planId: taskId })).signerList[0]!.silenced).toBe(true);
  expect((await sender.call(getTask, { planId: taskId })).signerList[0]!.silenced).toBe(false);
  expect(await shown()).toMatchObject({ silenced: true, remindAt: null });
  await passTime(taskId);
  expect(await remindersTo(person.mobile)).toBe(0);
  const { code, message } = await sender.envelope(urgeTask, { planId: taskId });
  expect([code, message]).toEqual([409323, expect.stringContaining(person.name)]);
  expect((await sentMessages(nobody(), person.mobile)).map(({ text }) => text)).toEqual([
    expect.stringContaining('邀请您签署'),
  ]);

  await own.call(silenceReminders, { planId: taskId, silenced: false });
  expect(await shown()).toMatchObject({ silenced: false, remindAt: expect.any(Number) });
  await passTime(taskId);
  expect(await remindersTo(person.mobile)).toBe(1);
  expect(await sender.call(urgeTask, { planId: taskId })).toEqual({ urged: 1 });
});

it('is silenced by the link of a message as well, and not for who is named in their place', async () => {
  const [former, other] = [newMobile(), newMobile()];
  const { sender, taskId } = await sentTo([{ name: '陈静默', mobile: former } as Person]);
  const code = (await sentText(nobody(), former, /(\/i\/[0-9a-z]{26})$/)).slice(-26);
  await nobody().call(endReminders, { code });
  const { parties } = await sender.call(getDelivery, { planId: taskId });
  expect(parties[0]!.silenced).toBe(true);
  expect(await refusal(sender, urgeTask, { planId: taskId })).toBe('REMINDERS_SILENCED');
  const { partyId: signerId } = parties[0]!;
  const { edition } = await sender.call(getSigner, { planId: taskId, signerId });
  await sender.call(correctSigner, { planId: taskId, signerId, edition, mobile: other, reason: '换号' });
  expect((await sender.call(getDelivery, { planId: taskId })).parties[0]!.silenced).toBe(false);
  await passTime(taskId);
  expect([await remindersTo(former), await remindersTo(other)]).toEqual([0, 1]);
});

it('only a signer who has not signed silences, for themself', async () => {
  const [first, second, stranger] = [await newSigner(), await newSigner(), await newSigner()];
  const { sender, taskId } = await sentTo([first, second]);
  const silence = { planId: taskId, silenced: true };
  const firstClient = await signedIn(first);
  expect(await refusal(sender, silenceReminders, silence)).toBe('NO_PERMISSION');
  expect(await refusal(await signedIn(stranger), silenceReminders, silence)).toBe('NOT_FOUND');
  await firstClient.call(silenceReminders, silence);
  const { parties } = await sender.call(getDelivery, { planId: taskId });
  expect(parties.map(({ silenced }) => silenced)).toEqual([true, false]);
  await signAs(firstClient, taskId);
  expect(await refusal(firstClient, silenceReminders, silence)).toBe('TASK_CLOSED');
});

it('is as the enterprise has set it, unless the sender wishes otherwise or none', async () => {
  const { sender, ent } = await newSender();
  const person = await newSigner();
  expect(await sender.call(getReminderDefault, {})).toEqual({ reminders: null, mayChange: true });
  const to = [personSigner({ realName: person.name, mobile: person.mobile })];
  const send = async (change: Partial<Sent>) => {
    const { planId: taskId } = await sender.call(sendTask, await taskToSend(sender, to, change));
    return (await sender.call(getTask, { planId: taskId })).reminders;
  };
  expect(await send({})).toBeNull();
  await sender.call(setReminderDefault, { reminders: DAILY });
  const colleague = await newPerson();
  await addMember(ent, colleague, ['SIGN_OPERATOR']);
  const operator = await signedIn(colleague, ent);
  expect(await operator.call(getReminderDefault, {})).toEqual({ reminders: DAILY, mayChange: false });
  expect(await send({})).toEqual(DAILY);
  const own = { ...DAILY, times: 1 };
  expect(await send({ reminders: own })).toEqual(own);
  const { planId: taskId } = await sender.call(
    sendTask,
    await taskToSend(sender, to, { reminders: { ...DAILY, times: 0 } }),
  );
  expect((await rowsOf(taskId))[0]!.remindAt).toBeNull();
  expect(await refusal(operator, setReminderDefault, { reminders: null })).toBe('NO_PERMISSION');
  await sender.call(setReminderDefault, { reminders: null });
  expect(await send({})).toBeNull();
});

it('a schedule that cannot be kept is refused with the field', async () => {
  const { sender } = await newSender();
  const input = await taskToSend(sender, [personSigner({ realName: '陈甲', mobile: newMobile() })]);
  for (const [field, value] of [
    ['afterDays', 0],
    ['everyDays', 31],
    ['times', 11],
    ['quietFrom', 24],
    ['quietTo', -1],
  ] as const) {
    const reminders = { ...DAILY, [field]: value };
    const sent = await sender.envelope(sendTask, { ...input, draftId: newKey(), reminders });
    expect([sent.code, JSON.stringify(sent)]).toEqual([
      400000,
      expect.stringContaining(`reminders.${field}`),
    ]);
    const set = await sender.envelope(setReminderDefault, { reminders });
    expect([set.code, JSON.stringify(set)]).toEqual([400000, expect.stringContaining(`reminders.${field}`)]);
  }
});
