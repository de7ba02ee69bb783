import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { getTask, rejectTask, revokeTask, urgeTask } from '#core/task/calls.ts';
import { extendTask, handOverTurn, listSuccessors } from '#core/task/change-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { task } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { COMPANY_A, COMPANY_B, sendDemoTask, sign } from '#tests/fixtures/contracts.ts';
import { sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const DAY = 86_400_000;
let a: ApiClient;
let b: ApiClient;
/** A colleague of the first company's administrator who may stamp for it. */
let colleague: ApiClient;
beforeAll(async () => {
  a = await signedIn('jia', COMPANY_A.id);
  b = await signedIn('yi', COMPANY_B.id);
  colleague = await signedIn('jia2', COMPANY_A.id);
});
const fresh = (what: string) => `${what}${crypto.randomUUID().slice(0, 8)}`;
const eventsOf = async (taskId: string) => (await trailEntries(a, taskId)).map(({ event }) => event);
const noticesOf = async (client: ApiClient, keyword: string) =>
  (await sentNotices(client, { keyword, normalMessageCategory: 'contract' })).records;

describe('extending a deadline', () => {
  it('its sender moves it to a later time while it is ahead, within the limit in force', async () => {
    const endTime = Date.now() + 5 * DAY;
    const { planId: taskId } = await sendDemoTask(a, {
      name: fresh('延期'),
      parties: ['jia', 'yi'],
      endTime,
    });
    expect(await refusal(b, extendTask, { planId: taskId, endTime: endTime + DAY })).toBe('NO_PERMISSION');
    expect(await refusal(a, extendTask, { planId: taskId, endTime })).toBe('DEADLINE_NOT_LATER');
    expect(await refusal(a, extendTask, { planId: taskId, endTime: Date.now() + 400 * DAY })).toBe(
      'DEADLINE_TOO_FAR',
    );
    await a.call(extendTask, { planId: taskId, endTime: endTime + 2 * DAY });
    const after = await a.call(getTask, { planId: taskId });
    expect(after.endTime).toBe(endTime + 2 * DAY);
    expect(after.actions).toContain('extend');
    const entries = await trailEntries(b, taskId);
    expect(entries.at(-1)).toMatchObject({
      event: 'EXTENDED',
      evidence: { deadlineBefore: String(endTime), deadline: String(endTime + 2 * DAY) },
    });
    await database()
      .update(task)
      .set({ deadline: Date.now() - 1 })
      .where(eq(task.id, taskId));
    expect(await refusal(a, extendTask, { planId: taskId, endTime: endTime + 3 * DAY })).toMatch(
      /DEADLINE_PASSED|TASK_CLOSED/,
    );
    const over = await sendDemoTask(a, { name: fresh('延期'), parties: ['yi'] });
    await b.call(rejectTask, { planId: over.planId, reason: '不签' });
    expect(await refusal(a, extendTask, { planId: over.planId, endTime: Date.now() + 200 * DAY })).toBe(
      'TASK_CLOSED',
    );
  });

  it('[8.11b] says of each task why it cannot be urged or taken back', async () => {
    const { planId: taskId } = await sendDemoTask(a, { name: fresh('催'), parties: ['yi'] });
    await a.call(urgeTask, { planId: taskId });
    expect(await refusal(a, urgeTask, { planId: taskId })).toBe('URGED_TOO_OFTEN');
    expect(await refusal(b, urgeTask, { planId: taskId })).toBe('NO_PERMISSION');
    await a.call(revokeTask, { planId: taskId, reason: '重发' });
    expect(await refusal(a, revokeTask, { planId: taskId, reason: '重发' })).toBe('TASK_CLOSED');
  });
});

describe('reminding before a deadline', () => {
  it('notifies pending signers and the sender once, some days before, again before a new one', async () => {
    const name = fresh('到期提醒');
    const { planId: taskId } = await sendDemoTask(a, {
      name,
      parties: ['jia', 'yi'],
      endTime: Date.now() + 10 * DAY,
    });
    await sign(a, taskId);
    await runJobs();
    expect(await eventsOf(taskId)).not.toContain('REMINDED');
    // Ten days ago it was sent, so that two days are left.
    const set = {
      sentAt: Date.now() - 8 * DAY,
      startAt: Date.now() - 8 * DAY,
      deadline: Date.now() + 2 * DAY,
    };
    await database().update(task).set(set).where(eq(task.id, taskId));
    await runJobs();
    await runJobs();
    expect((await eventsOf(taskId)).filter((event) => event === 'REMINDED')).toHaveLength(1);
    const told = await noticesOf(b, name);
    expect(told.filter(({ subject }) => subject.includes('截止签署'))).toHaveLength(1);
    await a.call(extendTask, { planId: taskId, endTime: Date.now() + 20 * DAY });
    await runJobs();
    expect((await eventsOf(taskId)).filter((event) => event === 'REMINDED')).toHaveLength(1);
    await database()
      .update(task)
      .set({ deadline: Date.now() + DAY })
      .where(eq(task.id, taskId));
    await runJobs();
    expect((await eventsOf(taskId)).filter((event) => event === 'REMINDED')).toHaveLength(2);
  });

  it('says nothing of a task that was sent so late that everybody heard of it just then', async () => {
    const { planId: taskId } = await sendDemoTask(a, {
      name: fresh('短期'),
      parties: ['yi'],
      endTime: Date.now() + DAY,
    });
    await runJobs();
    expect(await eventsOf(taskId)).not.toContain('REMINDED');
  });
});

describe('handing a turn over', () => {
  it('goes to a colleague who can stamp: party and places stay, trail and notices say so', async () => {
    const name = fresh('转交');
    const { planId: taskId } = await sendDemoTask(a, { name, parties: ['jia', 'yi'] });
    const before = await a.call(getTask, { planId: taskId });
    expect(before.actions).toContain('handOver');
    const { records } = await a.call(listSuccessors, { planId: taskId, size: 50 });
    const to = records.find(({ userId }) => userId === colleague.session!.userId)!;
    expect(to.lacks).toBeNull();
    expect(records.find(({ userId }) => userId === a.session!.userId)?.lacks).toBe('ALREADY_SIGNER');
    await a.call(handOverTurn, { planId: taskId, userId: to.userId, reason: '出差' });
    const after = await a.call(getTask, { planId: taskId });
    expect(after.placements).toEqual(before.placements);
    const party = after.signerList.find(({ entName }) => entName === COMPANY_A.name)!;
    expect(party).toMatchObject({ userName: to.userName, status: 'SIGNING', mine: false });
    const entry = (await trailEntries(a, taskId)).at(-1)!;
    expect(entry).toMatchObject({ event: 'HANDED_OVER', agent: COMPANY_A.name });
    expect(entry.remark).toContain('出差');
    await runJobs();
    expect((await noticesOf(colleague, name)).some(({ subject }) => subject.includes('邀请您签署'))).toBe(
      true,
    );
    // The turn is the colleague's now, and only theirs.
    expect(await refusal(a, handOverTurn, { planId: taskId, userId: to.userId })).toBe('NOT_YOUR_TURN');
    await sign(colleague, taskId);
    await sign(b, taskId);
    expect((await a.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');
  });

  it('goes to nobody outside, without a verified name, without a seal, nor from who has no turn', async () => {
    const { planId: taskId } = await sendDemoTask(a, {
      name: fresh('转交'),
      parties: ['jia', 'yi'],
      ordered: true,
    });
    const company = { id: COMPANY_A.id, name: COMPANY_A.name };
    const [sealless, nameless] = [await newPerson(), await newPerson({ personalAuthStatus: 'UNAUTH' })];
    for (const one of [sealless, nameless]) await addMember(company, one, ['SIGN_OPERATOR']);
    const { records } = await a.call(listSuccessors, { planId: taskId, size: 50 });
    const lacks = new Map(records.map((one) => [one.userId, one.lacks]));
    expect([lacks.get(sealless.id), lacks.get(nameless.id)]).toEqual(['SEAL', 'REAL_NAME']);
    expect(await refusal(a, handOverTurn, { planId: taskId, userId: sealless.id })).toBe('SUCCESSOR_SEAL');
    expect(await refusal(a, handOverTurn, { planId: taskId, userId: nameless.id })).toBe(
      'SUCCESSOR_REAL_NAME',
    );
    expect(await refusal(a, handOverTurn, { planId: taskId, userId: b.session!.userId })).toBe('NOT_FOUND');
    expect(await refusal(b, handOverTurn, { planId: taskId, userId: a.session!.userId })).toBe(
      'NOT_YOUR_TURN',
    );
    const { admin, boss } = await companyWithAdmin();
    expect(await refusal(admin, handOverTurn, { planId: taskId, userId: boss.id })).toBe('NOT_FOUND');
    expect((await a.call(getTask, { planId: taskId })).signerList[0]).toMatchObject({
      mine: true,
      status: 'SIGNING',
    });
  });
});

describe('filters of the lists', () => {
  it('find by contract name and number, scenario, how and when it came to be void', async () => {
    const name = fresh('筛选');
    const { planId: taskId, number } = await sendDemoTask(a, { name, parties: ['yi'], files: 2 });
    const rows = async (filter: object) =>
      (await a.call(listTasks, { box: 'startWithMe', size: 50, keyword: name, ...filter })).records.map(
        (row) => row.planId,
      );
    expect(await rows({ contract: `${name} 2` })).toEqual([taskId]);
    expect(await rows({ contract: `${number}-2` })).toEqual([taskId]);
    expect(await rows({ contract: `${number}-3` })).toEqual([]);
    expect(await rows({ scenario: 'ENT' })).toEqual([taskId]);
    expect(await rows({ scenario: 'HR' })).toEqual([]);
    const before = Date.now();
    await a.call(revokeTask, { planId: taskId, reason: '条款有误' });
    const toVoid = async (filter: object) =>
      (await b.call(listTasks, { box: 'toVoid', size: 50, keyword: name, ...filter })).records;
    expect(
      await toVoid({ status: 'WITHDRAWN', endedFrom: before - 60_000, endedTo: Date.now() + 60_000 }),
    ).toMatchObject([
      { planId: taskId, label: 'WITHDRAWN', reason: '条款有误', endedTime: expect.any(Number) },
    ]);
    expect(await toVoid({ status: 'REJECTED' })).toEqual([]);
    expect(await toVoid({ endedTo: before - 60_000 })).toEqual([]);
  });
});
