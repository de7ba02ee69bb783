import { expect, it } from 'vitest';
import { countNewNotices, listNotices, readAllNotices, readNotice } from '#core/notice/calls.ts';
import { getTask, rejectTask, sendTask, signTask } from '#core/task/calls.ts';
import { extendTask } from '#core/task/change-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import {
  COMPANY_A,
  COMPANY_B,
  enterpriseSigner,
  fillingsFor,
  personSigner,
  seenIn,
  sendDemoTask,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { allMessages, sentNotices } from '#tests/fixtures/messages.ts';
import { newCompany, newPerson, type Person } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { consentOf } from '#tests/fixtures/seal-uses.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

/** Sends two contracts of one name to another enterprise, which is told of both. */
async function twoSent() {
  const a = await (await new ApiClient(product().baseUrl).login('jia', DEMO.password)).switchTo(COMPANY_A.id);
  const b = await (await new ApiClient(product().baseUrl).login('yi', DEMO.password)).switchTo(COMPANY_B.id);
  const stem = `消息${process.pid}x${Date.now().toString(36)}`;
  for (const i of [1, 2]) await sendDemoTask(a, { name: `${stem} ${i}`, parties: ['yi'] });
  const list = (who: ApiClient, keyword: string) =>
    sentNotices(who, { keyword, normalMessageCategory: 'contract' });
  await runJobs();
  expect((await list(b, stem)).total).toBe(2);
  return { a, b, stem, list };
}

it('[3.19b] [7.14a] notifies signers, the latest first, found by the task’s name', async () => {
  const { a, b, stem, list } = await twoSent();
  expect((await list(a, `${stem}nothing`)).total).toBe(0);
  // White space between the words is no matter ([5.18b]); a % is a character like others.
  expect((await list(b, `${stem}2`)).total).toBe(1);
  expect((await list(b, stem.replace('x', '%'))).total).toBe(0);

  expect(`${listNotices.method} ${listNotices.path}`).toBe('GET /notice/page');
  const page = await sentNotices(b, { keyword: stem, current: 2, size: 1 });
  expect(page).toMatchObject({ total: 2, current: 2, size: 1 });
  expect(page.records.map(({ subject }) => subject.includes(`${stem} 1`))).toEqual([true]);

  const { records } = await list(b, stem);
  const latest = records[0]!;
  expect(latest.subject).toContain(`${stem} 2`);
  expect(latest).toMatchObject({
    id: expect.stringMatching(/^[0-9a-z]+$/),
    createTime: expect.closeTo(Date.now(), -6),
    readFlag: 0,
    normalMessageCategory: 'contract',
  });
  expect(latest.planId).not.toBe('');
});

it('[4.19a] [4.19b] [7.14b] [7.14c] notices are marked as read, one or all, by their reader', async () => {
  const { a, b, stem, list } = await twoSent();
  expect([readNotice, readAllNotices].map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /notice/:noticeId/readFlag',
    'POST /notice/all/readFlag',
  ]);
  const { records } = await list(b, stem);
  const latest = records[0]!;
  const before = await b.call(countNewNotices, {});
  expect(before.categoryMap.contract).toBeGreaterThanOrEqual(2);
  expect(Object.values(before.categoryMap).reduce((x, y) => x + y, 0)).toBe(before.userSum);

  // Somebody else cannot read it for them.
  await a.call(readNotice, { noticeId: latest.id });
  expect((await b.call(countNewNotices, {})).userSum).toBe(before.userSum);
  await b.call(readNotice, { noticeId: latest.id });
  expect((await b.call(countNewNotices, {})).userSum).toBe(before.userSum - 1);
  expect((await list(b, stem)).records.map((r) => r.readFlag)).toEqual([0, 1]);
  const unread = await sentNotices(b, { keyword: stem, readFlag: 0 });
  expect(unread.records.map(({ id }) => id)).toEqual([records[1]!.id]);
  await b.call(readAllNotices, {});
  expect((await list(b, stem)).records.map((r) => r.readFlag)).toEqual([1, 1]);
  expect((await b.call(countNewNotices, {})).userSum).toBe(0);
});

it('[4.19a] tells each person once, also a sender who signs or somebody of several parties', async () => {
  const boss = await newPerson({ signPassword: DEMO.signPassword });
  const ent = await newCompany(boss);
  const other = await newPerson({ signPassword: DEMO.signPassword });
  const admin = await signedIn(boss, ent);
  const by = await signedIn(other);
  const toOther = personSigner({ realName: other.name, mobile: other.mobile });
  /** How often each person was told of a contract in words, by notice and by short message. */
  const told = async (taskName: string, words: string) => {
    const messages = await allMessages();
    const times = async (client: ApiClient, { mobile }: Person) => {
      const { records } = await sentNotices(client, { keyword: taskName });
      return {
        notices: records.filter(({ subject }) => subject.includes(words)).length,
        messages: messages.filter(
          ({ target, text }) => target === mobile && text.includes(taskName) && text.includes(words),
        ).length,
      };
    };
    return [await times(admin, boss), await times(by, other)];
  };
  const ONCE = [
    { notices: 1, messages: 1 },
    { notices: 1, messages: 1 },
  ];

  // The sender is two parties: the company, and in person.
  const own = personSigner({ realName: boss.name, mobile: boss.mobile });
  const company = enterpriseSigner(ent, { realName: boss.name, mobile: boss.mobile });
  const refused = await taskToSend(admin, [company, own, toOther]);
  const { planId: taskId } = await admin.call(sendTask, refused);
  const { endTime } = await admin.call(getTask, { planId: taskId });
  await admin.call(extendTask, { planId: taskId, endTime: endTime + 86_400_000 });
  // Nobody is told of their own act.
  expect(await told(refused.taskName, '截止时间延至')).toEqual([{ notices: 0, messages: 0 }, ONCE[1]]);
  await by.call(rejectTask, { planId: taskId, reason: '条款有误' });
  expect(await told(refused.taskName, '拒签了')).toEqual([ONCE[0], { notices: 0, messages: 0 }]);

  // The sender signs last, for the contract is complete then.
  const complete = await taskToSend(admin, [toOther, own]);
  const { planId: last } = await admin.call(sendTask, complete);
  for (const client of [by, await signedIn(boss)])
    await client.call(signTask, {
      planId: last,
      seen: await seenIn(client, last),
      fillings: await fillingsFor(client, last),
      consent: await consentOf(client),
    });
  expect(await told(complete.taskName, '已全部签署完成')).toEqual(ONCE);
});
