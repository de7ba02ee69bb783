import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { getStatus, STATUS_PARTS, STATUS_SERVICES } from '#core/platform/status-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { outbox } from '#db/schema/index.ts';
import { PLATFORM } from '#tests/fixtures/contracts.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

it('tells the platform how its parts, its queue, its calls and its services are', async () => {
  const client = await signedIn(PLATFORM);
  const { parts, calls, services, queue } = await client.call(getStatus, {});
  expect(parts.map(({ name, ok }) => [name, ok])).toEqual(STATUS_PARTS.map((name) => [name, true]));
  expect(calls.total).toBeGreaterThan(0);
  expect(queue.due).toBeLessThanOrEqual(queue.waiting);
  expect(services.map(({ name }) => name)).toEqual([...STATUS_SERVICES]);
  const stateOf = new Map(services.map(({ name, state }) => [name, state]));
  expect(stateOf.get('SMS')).toBe('SIMULATED');
  expect(stateOf.get('CA')).toBe('BUILT_IN');
  expect((await client.call(getStatus, {})).calls.total).toBeGreaterThan(calls.total);
});

it('names a job that fails, its next attempt and its error without the lines below it', async () => {
  const id = crypto.randomUUID();
  const dueAt = Date.now() + 3_600_000;
  const createdAt = Date.now() - 60_000;
  const failed = { topic: 'statusOfNone', key: id, payload: {}, attempts: 4 };
  await database()
    .insert(outbox)
    .values({ id, ...failed, dueAt, createdAt, lastError: 'gateway answered 500\nat somewhere' });
  const { failures, queue } = await (await signedIn(PLATFORM)).call(getStatus, {});
  await database().delete(outbox).where(eq(outbox.id, id));
  expect(failures).toContainEqual({
    topic: 'statusOfNone',
    count: 1,
    attempts: 4,
    error: 'gateway answered 500',
    nextAt: dueAt,
  });
  expect(queue.failing).toBeGreaterThanOrEqual(1);
  expect(queue.oldest).toBeLessThanOrEqual(createdAt);
});

it('is for the platform alone', async () => {
  const client = await signedIn('jia');
  await client.call(listTasks, { box: 'pending' });
  expect(await refusal(client, getStatus, {})).toBe('NO_PERMISSION');
});
