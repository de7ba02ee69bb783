/** Tasks that were sent to people before they registered: whose they become, and whose they never are. */
import { describe, expect, it } from 'vitest';
import { sendBatch } from '#core/batch/calls.ts';
import type { InputOf } from '#core/call.ts';
import { getTask, sendTask, urgeTask } from '#core/task/calls.ts';
import { getLoggedTodoTasks, getPendingSize } from '#core/task/home-calls.ts';
import { countTasks, listTasks } from '#core/task/list-calls.ts';
import { chainTrail } from '#core/task/trail.ts';
import type { ApiClient } from '#tests/client.ts';
import { batchOf } from '#tests/fixtures/batches.ts';
import { companyA, newKey, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentMessages, sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { newPerson as personHere } from '#tests/fixtures/people.ts';
import {
  changeNumber,
  registerPerson,
  setSignPassword,
  signAsRegistered,
  verifyName,
} from '#tests/fixtures/registration.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

type Plan = InputOf<typeof sendTask>;

const sendTo = async (sender: ApiClient, realName: string, mobile: string, change: Partial<Plan> = {}) =>
  (await sender.call(sendTask, await taskToSend(sender, [personSigner({ realName, mobile })], change)))
    .planId;

const listed = async (client: ApiClient, box: 'pending' | 'all' | 'sendWithMe' = 'all') =>
  (await client.call(listTasks, { box, dataRange: 'ALL' })).records.map(({ planId: taskId }) => taskId);

const subjects = async (client: ApiClient, taskId = '') =>
  (await sentNotices(client, { size: 50 })).records
    .filter((one) => taskId === '' || one.planId === taskId)
    .map(({ subject }) => subject);

describe('a person who registers with the number that a task was sent to', () => {
  it('finds it in every list, count and notice, and signs it to its end', async () => {
    const [sender, mobile] = [await companyA(), newMobile()];
    const taskId = await sendTo(sender, '陈后来', mobile);
    const person = await registerPerson(mobile);
    expect(await listed(person.client)).toEqual([taskId]);
    expect(await listed(person.client, 'pending')).toEqual([taskId]);
    expect((await person.client.call(getLoggedTodoTasks, {})).records).toMatchObject([{ planId: taskId }]);
    expect((await person.client.call(getPendingSize, { flag: 'ALL' })).pendingSize).toBe(1);
    expect((await person.client.call(countTasks, {})).todo).toBe(1);
    expect(await subjects(person.client, taskId)).toEqual([expect.stringContaining('邀请您签署')]);
    const task = await person.client.call(getTask, { planId: taskId });
    expect(task).toMatchObject({ label: 'WAITING_FOR_ME', waitsFor: '' });
    expect(task.signerList[0]).toMatchObject({ mine: true, registered: true });

    await verifyName(person, '陈后来');
    await setSignPassword(person);
    await signAsRegistered(person, taskId);
    expect(await sender.call(getTask, { planId: taskId })).toMatchObject({
      status: 'ENDED',
      endReason: 'COMPLETED',
    });
    const entries = await trailEntries(sender, taskId);
    expect(entries.map(({ event }) => event)).toContain('CLAIMED');
    // The chain of the trail holds with its new line.
    const chained = await chainTrail(null, entries);
    expect(entries.map(({ hash }) => hash)).toEqual(chained.map(({ hash }) => hash));
  });

  it('nobody else finds it, and a stranger is refused it as one that does not exist', async () => {
    const [sender, mobile] = [await companyA(), newMobile()];
    const taskId = await sendTo(sender, '陈后来', mobile);
    await registerPerson(mobile);
    const other = await registerPerson();
    expect(await listed(other.client)).toEqual([]);
    expect(await refusal(other.client, getTask, { planId: taskId })).toBe('NOT_FOUND');
  });

  it('finds what waits for another’s signature first, what is copied to them, and what ended', async () => {
    const [sender, mobile] = [await companyA(), newMobile()];
    const copyTo = [
      { copyId: newKey(), copyType: 'PERSON' as const, userName: '陈后来', mobile },
    ] as Plan['ccList'];
    const first = personSigner({ realName: '先签', mobile: newMobile() }, 1);
    const second = personSigner({ realName: '陈后来', mobile }, 2);
    const later = (
      await sender.call(sendTask, await taskToSend(sender, [first, second], { orderState: 'ORDER' }))
    ).planId;
    const copied = await sendTo(sender, '别人', newMobile(), { ccList: copyTo });
    const person = await registerPerson(mobile);
    expect((await listed(person.client)).sort()).toEqual([later, copied].sort());
    expect(await listed(person.client, 'sendWithMe')).toEqual([copied]);
    expect((await person.client.call(countTasks, {})).copies).toBe(1);
    expect(await listed(person.client, 'pending')).toEqual([]);
    expect(await subjects(person.client, copied)).toEqual([expect.stringContaining('抄送给您')]);
    expect(await subjects(person.client, later)).toEqual([]);
    // A copy is read and not signed.
    expect((await person.client.call(getTask, { planId: copied })).actions).not.toContain('sign');
  });

  it('finds the task of a row of a batch', async () => {
    const [sender, mobile] = [await companyA(), newMobile()];
    await sender.call(sendBatch, await batchOf(sender, [{ name: '陈成批', mobile }]));
    await runJobs();
    const person = await registerPerson(mobile);
    const [taskId, ...others] = await listed(person.client, 'pending');
    expect(others).toEqual([]);
    await verifyName(person, '陈成批');
    await setSignPassword(person);
    await signAsRegistered(person, taskId!);
    expect((await sender.call(getTask, { planId: taskId! })).endReason).toBe('COMPLETED');
  });

  it('takes over what is sent while they register: whichever is first, the task is theirs', async () => {
    const sender = await companyA();
    const rounds = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const mobile = newMobile();
        const plan = await taskToSend(sender, [personSigner({ realName: '同时', mobile })]);
        return { mobile, plan };
      }),
    );
    for (const { mobile, plan } of rounds) {
      const [{ planId: taskId }, person] = await Promise.all([
        sender.call(sendTask, plan),
        registerPerson(mobile),
      ]);
      expect(await listed(person.client)).toEqual([taskId]);
    }
  });
});

describe('a number', () => {
  it('that somebody changes to brings what waited for it; what they had before stays theirs', async () => {
    const [sender, first, second] = [await companyA(), newMobile(), newMobile()];
    const had = await sendTo(sender, '陈换号', first);
    const waited = await sendTo(sender, '陈 换号', second);
    const person = await registerPerson(first);
    await verifyName(person, '陈换号');
    expect(await listed(person.client)).toEqual([had]);
    await changeNumber(person, second);
    expect((await listed(person.client)).sort()).toEqual([had, waited].sort());
    await setSignPassword({ ...person, mobile: second });
    await signAsRegistered(person, had);
    await signAsRegistered(person, waited);
  });

  it('that was given up shows its next owner nothing, and is never written to again', async () => {
    const [sender, person, second] = [await companyA(), await personHere(), newMobile()];
    const first = person.mobile;
    const taskId = await sendTo(sender, person.name, first);
    const former = { ...person, client: await signedIn(person) };
    await changeNumber(former, second);
    const before = (await sentMessages(sender, first)).length;
    await sender.call(urgeTask, { planId: taskId });
    expect((await sentMessages(sender, second)).some(({ text }) => text.includes('提醒您签署'))).toBe(true);
    expect((await sentMessages(sender, first)).length).toBe(before);
    const next = await registerPerson(first);
    expect(await listed(next.client)).toEqual([]);
    expect(await refusal(next.client, getTask, { planId: taskId })).toBe('NOT_FOUND');
    expect(await listed(former.client)).toEqual([taskId]);
  });

  it('of another name is theirs no longer once their name is verified: both sides are told', async () => {
    const [sender, mobile] = [await companyA(), newMobile()];
    const taskId = await sendTo(sender, '原机主', mobile);
    const mine = await sendTo(sender, '新机主', mobile);
    const person = await registerPerson(mobile);
    await verifyName(person, '新机主');
    expect(await listed(person.client)).toEqual([mine]);
    expect((await person.client.call(countTasks, {})).todo).toBe(1);
    expect(await refusal(person.client, getTask, { planId: taskId })).toBe('NOT_FOUND');
    const task = await sender.call(getTask, { planId: taskId });
    expect(task.signerList[0]).toMatchObject({ registered: false, userName: '原机主' });
    expect(await subjects(sender, taskId)).toContainEqual(
      expect.stringMatching(/原机主 的手机号属于另一姓名/),
    );
    const told = (await subjects(person.client)).filter((text) => text.includes('与您的实名不一致'));
    expect(told).toHaveLength(1);
    expect(told[0]).not.toContain('原机主');
    expect((await trailEntries(sender, taskId)).map(({ event }) => event)).toEqual([
      'INITIATED',
      'STARTED',
      'CLAIMED',
      'UNCLAIMED',
    ]);
  });

  it('that somebody of another verified name changes to brings nothing; both sides are told', async () => {
    const [sender, first, second] = [await companyA(), newMobile(), newMobile()];
    const taskId = await sendTo(sender, '原机主', second);
    const person = await registerPerson(first);
    await verifyName(person, '新机主');
    await changeNumber(person, second);
    expect(await listed(person.client)).toEqual([]);
    expect(await refusal(person.client, getTask, { planId: taskId })).toBe('NOT_FOUND');
    expect(await subjects(sender, taskId)).toContainEqual(
      expect.stringMatching(/原机主 的手机号属于另一姓名/),
    );
    expect((await subjects(person.client)).some((text) => text.includes('与您的实名不一致'))).toBe(true);
  });

  it('names a person in any spelling: middle dots, width, spaces', async () => {
    const [sender, mobile] = [await companyA(), newMobile()];
    const taskId = await sendTo(sender, '买买提•吐尔逊', mobile);
    const person = await registerPerson(mobile);
    await verifyName(person, '买买提·吐尔逊');
    expect(await listed(person.client)).toEqual([taskId]);
  });
});
