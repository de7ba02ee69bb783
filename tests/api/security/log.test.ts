import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requestToken } from '#core/identity/calls.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { ApiClient } from '#tests/client.ts';
import { personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { PASSWORD, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const lines = () =>
  readFileSync(join(product().dataDir, 'logs/worker.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"event":"refused"'))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Record<string, string>);

it('refusals are logged: a failed login, access to others’ data, an invalid token', async () => {
  const person = await newPerson();
  const { admin } = await companyWithAdmin();
  const { planId: taskId } = await admin.call(
    sendTask,
    await taskToSend(admin, [personSigner({ realName: '陈新人', mobile: '16600000001' })]),
  );
  const stranger = await signedIn(person);
  const of = (id: string) => ({ 'X-Request-Id': id });
  const ids = Array.from({ length: 3 }, () => crypto.randomUUID());
  await expect(new ApiClient(product().baseUrl).login(person.loginName, 'Wrong-2026')).rejects.toThrow();
  await stranger.envelope(getTask, { planId: taskId }, of(ids[1]!));
  const nobody = new ApiClient(product().baseUrl);
  nobody.session = { accessToken: 'none' } as NonNullable<ApiClient['session']>;
  await nobody.envelope(getTask, { planId: taskId }, of(ids[2]!));
  await expect
    .poll(() => lines().find(({ requestId }) => requestId === ids[2]))
    .toMatchObject({
      kind: 'authentication',
      call: 'task.getTask',
      error: 'SESSION_INVALID',
      account: '',
    });
  expect(lines().find(({ requestId }) => requestId === ids[1])).toMatchObject({
    kind: 'authorization',
    call: 'task.getTask',
    account: person.id,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  expect(
    lines().filter(({ call, error }) => call === requestToken.id && error === 'LOGIN_FAILED').length,
  ).toBeGreaterThan(0);
  // Nothing that was typed stands there.
  const text = lines()
    .map((line) => JSON.stringify(line))
    .join('\n');
  for (const secret of [PASSWORD, 'Wrong-2026', person.loginName, person.mobile, person.name])
    expect(text).not.toContain(secret);
});
