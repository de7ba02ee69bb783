import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { getTask } from '#core/task/calls.ts';
import { sendFinished } from '#core/task/change-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { copyParty, task } from '#db/schema/index.ts';
import { once } from '#tests/fixtures/approvals.ts';
import { companyA, companyB, newKey, sendBetweenCompanies, sign } from '#tests/fixtures/contracts.ts';
import { sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { database, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

it('[8.11c] only a completed HR task can be sent to others, who read it and are notified once', async () => {
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const taskName = `劳动合同${newKey().slice(0, 8)}`;
  const taskId = await sendBetweenCompanies(a, { taskName });
  const [person, stranger] = [await newPerson(), await newPerson()];
  const reader = await signedIn(person);
  const to = (one: { name: string; mobile: string }) => ({
    type: 'PERSON' as const,
    userName: one.name,
    mobile: one.mobile,
  });
  const input = { planId: taskId, recipients: [to(person)] };
  const setScene = (scenario: 'ENT' | 'HR') =>
    database().update(task).set({ scenario }).where(eq(task.id, taskId));

  await setScene('HR');
  expect(await refusal(a, sendFinished, input)).toBe('TASK_NOT_SENDABLE');
  expect((await a.call(getTask, { planId: taskId })).actions).not.toContain('send');
  await sign(a, taskId);
  await sign(b, taskId);
  await setScene('ENT');
  expect(await refusal(a, sendFinished, input)).toBe('TASK_NOT_SENDABLE');
  await setScene('HR');
  expect((await a.call(getTask, { planId: taskId })).actions).toContain('send');
  expect(await refusal(b, sendFinished, input)).toBe('NO_PERMISSION');
  expect(await refusal(reader, getTask, { planId: taskId })).toBe('NOT_FOUND');
  expect(
    await refusal(a, sendFinished, { planId: taskId, recipients: [{ ...to(person), mobile: '021' }] }),
  ).toBe('INPUT_INVALID');

  expect(
    await a.call(sendFinished, { planId: taskId, recipients: [to(person), to(person)] }, once()),
  ).toEqual({
    sent: 1,
  });
  // Who has it already gets no second copy.
  expect(
    await a.call(sendFinished, { planId: taskId, recipients: [to(person), to(stranger)] }, once()),
  ).toEqual({
    sent: 1,
  });
  expect((await reader.call(getTask, { planId: taskId })).actions).toEqual(['preview', 'download', 'trail']);
  const { records } = await reader.call(listTasks, { box: 'sendWithMe', keyword: taskName });
  expect(records.map((row) => row.planId)).toEqual([taskId]);
  const entries = await trailEntries(a, taskId);
  const sent = entries.filter(({ event }) => event === 'SENT');
  expect(sent.map(({ remark }) => remark)).toEqual([person.name, stranger.name]);
  await runJobs();
  const told = await sentNotices(reader, { keyword: taskName, normalMessageCategory: 'contract' });
  expect(told.records.filter(({ subject }) => subject.includes('抄送给您'))).toHaveLength(1);
  const copies = await database().select().from(copyParty).where(eq(copyParty.taskId, taskId));
  expect(copies).toHaveLength(2);
  expect(JSON.stringify(copies)).not.toContain(person.mobile);
});
