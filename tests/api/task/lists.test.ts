import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { getTask, getTrail, rejectTask, revokeTask, urgeTask } from '#core/task/calls.ts';
import { deleteDraft, getSyncTicket, listDrafts, saveDraft } from '#core/task/draft-calls.ts';
import { countTasks, listTasks } from '#core/task/list-calls.ts';
import { participant, task } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient, CallFailed } from '#tests/client.ts';
import { COMPANY_A, COMPANY_B, type DemoParty, sendDemoTask, sign } from '#tests/fixtures/contracts.ts';
import { freshName } from '#tests/fixtures/new-number.ts';
import { database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

let a: ApiClient;
let b: ApiClient;
let operator: ApiClient;
let person: ApiClient;

async function client(loginName: DemoParty, entId = ''): Promise<ApiClient> {
  const one = await new ApiClient(product().baseUrl).login(loginName, DEMO.password);
  return entId ? one.switchTo(entId) : one;
}
beforeAll(async () => {
  [a, b, operator, person] = await Promise.all([
    client('jia', COMPANY_A.id),
    client('yi', COMPANY_B.id),
    client('jia2', COMPANY_A.id),
    client('bing'),
  ]);
});

const once = () => ({ 'X-Request-Id': crypto.randomUUID() });

type Query = Partial<InputOf<typeof listTasks>>;
const rows = async (who: ApiClient, box: InputOf<typeof listTasks>['box'], query: Query = {}) =>
  (await who.call(listTasks, { size: 50, ...query, box })).records;
const names = async (who: ApiClient, box: InputOf<typeof listTasks>['box'], keyword: string) =>
  (await rows(who, box, { keyword })).map((row) => row.taskName);

/** In which lists a task stands, for one who looks. */
async function boxesOf(who: ApiClient, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const box of ['pending', 'done', 'finished', 'startWithMe', 'sendWithMe', 'toVoid'] as const)
    if ((await names(who, box, name)).includes(name)) found.push(box);
  return found;
}

describe('the lists of signing tasks', () => {
  it('[2.15a] a task moves from pending-mine over pending-others to finished, for each in time', async () => {
    const name = freshName('流转');
    const { planId: taskId } = await sendDemoTask(a, {
      name,
      parties: ['jia', 'yi'],
      ordered: true,
      copyTo: 'bing',
    });
    expect(await boxesOf(a, name)).toEqual(['pending', 'startWithMe']);
    expect(await boxesOf(b, name)).toEqual(['done']);
    expect(await boxesOf(person, name)).toEqual(['sendWithMe']);
    await sign(a, taskId);
    expect(await boxesOf(a, name)).toEqual(['done', 'startWithMe']);
    expect(await boxesOf(b, name)).toEqual(['pending']);
    await sign(b, taskId);
    expect(await boxesOf(a, name)).toEqual(['finished', 'startWithMe']);
    expect(await boxesOf(b, name)).toEqual(['finished']);
    expect(await boxesOf(person, name)).toEqual(['sendWithMe']);
  });

  it('[2.15a] [4.1g] [4.1h] revoked, rejected and expired tasks are void for both, with its word', async () => {
    const [revoked, rejected, expired] = [freshName('撤回'), freshName('拒签'), freshName('过期')];
    const first = await sendDemoTask(a, { name: revoked, parties: ['yi'] });
    await a.call(revokeTask, { planId: first.planId, reason: '重发' }, once());
    const second = await sendDemoTask(a, { name: rejected, parties: ['yi'] });
    await b.call(rejectTask, { planId: second.planId, reason: '不同意' }, once());
    const third = await sendDemoTask(a, { name: expired, parties: ['yi'] });
    await database().update(task).set({ deadline: Date.now() }).where(eq(task.id, third.planId));
    await runJobs();

    for (const [name, label] of [
      [revoked, 'WITHDRAWN'],
      [rejected, 'REJECTED'],
      [expired, 'EXPIRED'],
    ] as const)
      for (const who of [a, b]) {
        expect(await boxesOf(who, name)).toEqual(who === a ? ['startWithMe', 'toVoid'] : ['toVoid']);
        const [row] = await rows(who, 'toVoid', { keyword: name, status: label });
        expect(row).toMatchObject({ taskName: name, label });
        // the sender may send it again
        expect(row?.actions).toEqual(['preview', 'download', 'trail', ...(who === a ? ['again'] : [])]);
      }
  });

  it('another owner never sees a task, by list, filter or id; a colleague only what is theirs', async () => {
    const name = freshName('内部');
    const { planId: taskId } = await sendDemoTask(a, { name, parties: ['jia'] });
    expect(await boxesOf(b, name)).toEqual([]);
    expect(await boxesOf(person, name)).toEqual([]);
    expect(await boxesOf(operator, name)).toEqual([]);
    expect(await names(b, 'all', name)).toEqual([]);
    expect(await rows(b, 'all', { signatory: COMPANY_A.name, keyword: name })).toEqual([]);
    // The same person, acting as themself, is another owner too.
    expect(await names(await client('jia'), 'all', name)).toEqual([]);
    for (const call of [getTask, getTrail])
      for (const who of [b, person, operator])
        await expect(who.call(call, { planId: taskId })).rejects.toBeInstanceOf(CallFailed);
    await expect(b.call(urgeTask, { planId: taskId })).rejects.toBeInstanceOf(CallFailed);
    await expect(b.call(revokeTask, { planId: taskId, reason: 'x' }, once())).rejects.toBeInstanceOf(
      CallFailed,
    );
  });

  it('finds by name or number, signatory, status, deadline and time of initiation', async () => {
    const name = freshName('采购 Contract ');
    const spaceless = name.replaceAll(' ', '');
    const endTime = Date.now() + 30 * 86_400_000;
    const before = Date.now();
    const { number } = await sendDemoTask(a, { name, parties: ['yi', 'bing'], endTime });
    const hits = async (query: Query) => (await rows(a, 'startWithMe', query)).map((r) => r.taskName);
    const found = name.trim();
    // [5.18b] The form takes white space out of what is typed; the task is found with and without it.
    expect(await hits({ keyword: spaceless })).toEqual([found]);
    expect(await hits({ keyword: found })).toEqual([found]);
    expect(await hits({ keyword: number })).toEqual([found]);
    expect(await hits({ keyword: spaceless.replace('C', '%') })).toEqual([]);
    const keyword = spaceless;
    expect(await hits({ keyword, signatory: COMPANY_B.name })).toEqual([found]);
    expect(await hits({ keyword, signatory: '个人用户' })).toEqual([found]);
    expect(await hits({ keyword, signatory: COMPANY_A.name })).toEqual([]);
    expect(await hits({ keyword, status: 'WAITING_FOR_OTHERS' })).toEqual([found]);
    expect(await hits({ keyword, status: 'WAITING_FOR_ME' })).toEqual([]);
    expect(await hits({ keyword, status: 'COMPLETED' })).toEqual([]);
    expect(await hits({ keyword, deadlineFrom: endTime, deadlineTo: endTime })).toEqual([found]);
    expect(await hits({ keyword, deadlineFrom: endTime + 1 })).toEqual([]);
    expect(await hits({ keyword, deadlineTo: endTime - 1 })).toEqual([]);
    expect(await hits({ keyword, initiateFrom: before - 60_000 })).toEqual([found]);
    expect(await hits({ keyword, initiateTo: before - 60_000 })).toEqual([]);
  });

  it('[9.34] lists tasks sent within the last years, or all; a requested period has priority', async () => {
    const boss = await newPerson({ signPassword: DEMO.signPassword });
    const own = await signedIn(boss, await newCompany(boss));
    const [recent, old] = [freshName('近'), freshName('远')];
    await sendDemoTask(own, { name: recent, parties: ['yi'] });
    const { planId: taskId } = await sendDemoTask(own, { name: old, parties: ['yi'] });
    const sentAt = new Date().setUTCFullYear(new Date().getUTCFullYear() - LIMITS.dataFilterYears) - 60_000;
    await database().update(task).set({ sentAt }).where(eq(task.id, taskId));
    await database().update(participant).set({ sentAt }).where(eq(participant.taskId, taskId));
    const list = async (query: Query = {}) => {
      const { records, total } = await own.call(listTasks, { box: 'startWithMe', ...query });
      return [records.map((r) => r.taskName), total];
    };
    expect(await list()).toEqual([[recent], 1]);
    expect((await own.call(countTasks, {})).sent).toBe(1);
    expect(await list({ dataRange: 'ALL' })).toEqual([[recent, old], 2]);
    expect(await list({ initiateTo: sentAt })).toEqual([[old], 1]);
    expect(await list({ keyword: old })).toEqual([[], 0]);
    // what waits for somebody is shown however old it is
    expect(await names(b, 'pending', old)).toEqual([old]);
  });

  it('lists what expires in seven days, whatever becomes of deadline and task, in each order', async () => {
    const boss = await newPerson({ signPassword: DEMO.signPassword });
    const own = await signedIn(boss, await newCompany(boss));
    const day = 86_400_000;
    const sent = new Map<string, string>();
    for (const [name, days] of Object.entries({ 一: 2, 二: 6, 三: 9, 四: 3, 五: 20, 六: 4 })) {
      const endTime = Date.now() + days * day;
      sent.set(name, (await sendDemoTask(own, { name, parties: ['yi'], endTime })).planId);
    }
    const listed = async (query: Query = {}) => {
      const { records, total } = await own.call(listTasks, { box: 'expiring', ...query });
      expect(total).toBe(records.length);
      expect((await own.call(countTasks, {})).expiring).toBe(total);
      return records.map((r) => r.taskName);
    };
    expect(await listed()).toEqual(['六', '四', '二', '一']);
    const put = (name: string, values: { deadline: number }) =>
      database()
        .update(task)
        .set(values)
        .where(eq(task.id, sent.get(name)!));
    await put('五', { deadline: Date.now() + day });
    await put('一', { deadline: Date.now() + 30 * day });
    await own.call(revokeTask, { planId: sent.get('四')!, reason: '撤' }, once());
    expect(await listed()).toEqual(['六', '五', '二']);
    expect(await listed({ ascs: ['start_time'] })).toEqual(['二', '五', '六']);
    expect(await listed({ ascs: ['end_time'] })).toEqual(['五', '六', '二']);
    // The other party's list has them too, and its own alone.
    expect(await names(b, 'expiring', '六')).toContain('六');
    const { months } = await own.call(countTasks, {});
    expect(months.reduce((sum, { sent: n }) => sum + n, 0)).toBe(sent.size);
    expect(months.every(({ finished }) => finished === 0)).toBe(true);
  });

  it('goes on below a task whatever arrives above, also in one moment, and only for its reader', async () => {
    const boss = await newPerson({ signPassword: DEMO.signPassword });
    const own = await signedIn(boss, await newCompany(boss));
    const sent: string[] = [];
    for (const name of ['一', '二', '三', '四'].map(freshName))
      sent.push((await sendDemoTask(own, { name, parties: ['yi'] })).planId);
    const sentAt = Date.now() - 60_000;
    for (const taskId of sent.slice(1, 3))
      await database().update(participant).set({ sentAt }).where(eq(participant.taskId, taskId));
    const box = 'startWithMe' as const;
    const whole = (await rows(own, box)).map(({ planId: taskId }) => taskId);
    const first = (await rows(own, box, { size: 2 })).map(({ planId: taskId }) => taskId);
    await sendDemoTask(own, { name: freshName('后到'), parties: ['yi'] });
    const rest: string[] = [];
    for (let after = first[1]; after; ) {
      const [next] = await rows(own, box, { size: 1, after });
      if (next) rest.push(next.planId);
      after = next?.planId;
    }
    expect([...first, ...rest]).toEqual(whole);
    await expect(rows(b, 'startWithMe', { after: first[1]! })).rejects.toThrow(String(ERROR_CODES.NOT_FOUND));
    await expect(rows(own, box, { after: first[1]!, descs: ['task_name'] })).rejects.toThrow('notWithOrder');
  });

  it('[3.25b] [4.26c] pages without gap or repeat, sorts by time, deadline and name both ways', async () => {
    const stem = freshName('分页');
    const day = 86_400_000;
    for (const [i, days] of [5, 3, 4, 2, 6].entries())
      await sendDemoTask(a, { name: `${stem}-${i}`, parties: ['yi'], endTime: Date.now() + days * day });
    const page = (current: number, query: Query = {}) =>
      a.call(listTasks, { box: 'startWithMe', keyword: stem, size: 2, current, ...query });
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.map((p) => [p.total, p.current, p.size, p.records.length])).toEqual([
      [5, 1, 2, 2],
      [5, 2, 2, 2],
      [5, 3, 2, 1],
      [5, 4, 2, 0],
    ]);
    const order = (list: { taskName: string }[]) => list.map((r) => Number(r.taskName.split('-')[1]));
    expect(order(pages.flatMap((p) => p.records))).toEqual([4, 3, 2, 1, 0]);
    const sorted = async (query: Query) => order((await page(1, { size: 10, ...query })).records);
    expect(await sorted({ ascs: ['start_time'] })).toEqual([0, 1, 2, 3, 4]);
    expect(await sorted({ ascs: ['end_time'] })).toEqual([3, 1, 2, 0, 4]);
    expect(await sorted({ descs: ['end_time'] })).toEqual([4, 0, 2, 1, 3]);
    expect(await sorted({ descs: ['task_name'] })).toEqual([4, 3, 2, 1, 0]);
    expect(await sorted({ ascs: ['no_such_column'] })).toEqual([4, 3, 2, 1, 0]);
  });

  it('[2.8a] [7.12a] the home page counts as the lists do, before and after each event', async () => {
    const boxes = {
      todo: 'pending',
      pendingOthers: 'done',
      finished: 'finished',
      sent: 'startWithMe',
      copies: 'sendWithMe',
      expiring: 'expiring',
    } as const;
    const people = [a, b, operator, person];
    async function agree() {
      for (const who of people) {
        const counts = await who.call(countTasks, {});
        for (const [count, box] of Object.entries(boxes) as [keyof typeof boxes, Box][]) {
          const list = await who.call(listTasks, { box, size: 10_000 });
          expect([box, counts[count]]).toEqual([box, list.total]);
          expect([box, list.records.length]).toEqual([box, list.total]);
          expect(new Set(list.records.map((r) => r.planId)).size).toBe(list.total);
        }
      }
    }
    type Box = (typeof boxes)[keyof typeof boxes];
    await agree();
    const before = await a.call(countTasks, {});
    const soon = Date.now() + 86_400_000;
    const signed = await sendDemoTask(a, {
      name: freshName('计数'),
      parties: ['jia', 'yi', 'jia2'],
      copyTo: 'bing',
      endTime: soon,
    });
    await agree();
    const during = await a.call(countTasks, {});
    expect(during).toMatchObject({
      todo: before.todo + 1,
      sent: before.sent + 1,
      expiring: before.expiring + 1,
      finished: before.finished,
    });
    // [2.8b] Each task takes copies from the balance, and only an enterprise has one.
    expect(during.balance).toBeLessThan(before.balance!);
    expect((await person.call(countTasks, {})).balance).toBeNull();
    for (const who of [a, b, operator]) await sign(who, signed.planId);
    await agree();
    expect(await a.call(countTasks, {})).toMatchObject({
      todo: before.todo,
      finished: before.finished + 1,
      expiring: before.expiring,
    });
    const refused = await sendDemoTask(b, { name: freshName('计数'), parties: ['jia', 'yi'] });
    await a.call(rejectTask, { planId: refused.planId, reason: '不签' }, once());
    const revoked = await sendDemoTask(a, { name: freshName('计数'), parties: ['jia', 'yi'] });
    await a.call(revokeTask, { planId: revoked.planId, reason: '撤' }, once());
    await agree();
  });

  it('[2.15a] drafts are the enterprise’s: a colleague sees and deletes them, nobody else', async () => {
    const draftId = crypto.randomUUID().replaceAll('-', '').slice(0, 20);
    const taskName = freshName('草稿');
    const before = await a.call(countTasks, {});
    // Opening the wizard claims a draft; while nothing is in it, it is on no list.
    await a.call(getSyncTicket, { room: `draft:${draftId}` });
    expect((await a.call(countTasks, {})).draft).toBe(before.draft);
    expect((await a.call(listDrafts, { size: 10_000 })).records.map((r) => r.draftId)).not.toContain(draftId);
    await a.call(saveDraft, { draftId, taskName, fileNum: 2 });
    const mine = await operator.call(listDrafts, { taskName });
    expect(mine.records).toMatchObject([{ draftId, taskName, fileNum: 2 }]);
    expect((await a.call(countTasks, {})).draft).toBe(before.draft + 1);
    expect((await b.call(listDrafts, { taskName })).records).toEqual([]);
    await expect(b.call(deleteDraft, { draftId })).rejects.toBeInstanceOf(CallFailed);
    await operator.call(deleteDraft, { draftId });
    expect((await a.call(listDrafts, { taskName })).total).toBe(0);
    expect((await a.call(countTasks, {})).draft).toBe(before.draft);
  });
});
