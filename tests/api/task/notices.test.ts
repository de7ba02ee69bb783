import { expect, it } from 'vitest';
import { countNewNotices, listNotices, readAllNotices, readNotice } from '#core/notice/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { product } from '#tests/product.ts';
import { COMPANY_A, COMPANY_B, send } from './plans.ts';

it('[2.23] [4.19a] [4.19b] [7.14a] [7.14b] [7.14c] [3.19b] notifies signers, unread first, found by the task’s name, marked as read one by one or all at once', async () => {
  const a = await (await new ApiClient(product().baseUrl).login('jia', DEMO.password)).switchTo(COMPANY_A.id);
  const b = await (await new ApiClient(product().baseUrl).login('yi', DEMO.password)).switchTo(COMPANY_B.id);
  const stem = `消息${process.pid}x${Date.now().toString(36)}`;
  for (const i of [1, 2]) await send(a, { name: `${stem} ${i}`, parties: ['yi'] });
  const list = (who: ApiClient, keyword: string) =>
    who.call(listNotices, { keyword, normalMessageCategory: 'contract' });
  await runJobs();
  expect((await list(b, stem)).total).toBe(2);

  expect((await list(a, `${stem}nothing`)).total).toBe(0);
  // White space between the words is no matter ([5.18b]); a % is a character like others.
  expect((await list(b, `${stem}2`)).total).toBe(1);
  expect((await list(b, stem.replace('x', '%'))).total).toBe(0);

  expect([listNotices, readNotice, readAllNotices].map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /notice/page',
    'POST /notice/:noticeId/readFlag',
    'POST /notice/all/readFlag',
  ]);
  const page = await b.call(listNotices, { keyword: stem, current: 2, size: 1 });
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
  const before = await b.call(countNewNotices, {});
  expect(before.categoryMap.contract).toBeGreaterThanOrEqual(2);
  expect(Object.values(before.categoryMap).reduce((x, y) => x + y, 0)).toBe(before.userSum);

  // Somebody else cannot read it for them.
  await a.call(readNotice, { noticeId: latest.id });
  expect((await b.call(countNewNotices, {})).userSum).toBe(before.userSum);
  await b.call(readNotice, { noticeId: latest.id });
  expect((await b.call(countNewNotices, {})).userSum).toBe(before.userSum - 1);
  expect((await list(b, stem)).records.map((r) => r.readFlag)).toEqual([0, 1]);
  const unread = await b.call(listNotices, { keyword: stem, readFlag: 0 });
  expect(unread.records.map(({ id }) => id)).toEqual([records[1]!.id]);
  await b.call(readAllNotices, {});
  expect((await list(b, stem)).records.map((r) => r.readFlag)).toEqual([1, 1]);
  expect((await b.call(countNewNotices, {})).userSum).toBe(0);
});
