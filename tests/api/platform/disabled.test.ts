/** What becomes of contracts while the platform has disabled an enterprise of them. */
import { expect, it } from 'vitest';
import { switchEnterprise } from '#core/platform/calls.ts';
import { getTask, sendTask, signTask } from '#core/task/calls.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  companyA,
  enterpriseSigner,
  fillingsFor,
  PLATFORM,
  personSigner,
  seenIn,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { newCompany, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { until } from '#tests/fixtures/until.ts';

const SIGN_PASSWORD = '135790';

const switchTo = async (entId: string, to: 'DISABLE' | 'ENABLE') =>
  (await signedIn(PLATFORM)).call(switchEnterprise, {
    entId,
    from: to === 'DISABLE' ? 'ENABLE' : 'DISABLE',
    to,
    reason: '核查',
  });

const becomes = (
  client: ApiClient,
  taskId: string,
  wanted: { status: string; frozenReason: string | null },
) => until(async () => expect(await client.call(getTask, { planId: taskId })).toMatchObject(wanted));

const FROZEN = { status: 'FROZEN', frozenReason: 'ENTERPRISE_DISABLED' };
const RUNNING = { status: 'IN_PROGRESS', frozenReason: null };

const signAs = async (client: ApiClient, taskId: string) => ({
  planId: taskId,
  consent: { method: 'PASSWORD' as const, password: await client.seal(SIGN_PASSWORD) },
  seen: await seenIn(client, taskId),
  fillings: await fillingsFor(client, taskId),
});

it('[6.1] a task that a disabled enterprise must sign is frozen, says why, and goes on later', async () => {
  const [sender, boss] = [await companyA(), await newPerson()];
  const company = await newCompany(boss);
  const signer = enterpriseSigner(company, { realName: boss.name, mobile: boss.mobile });
  const { planId: taskId } = await sender.call(sendTask, await taskToSend(sender, [signer]));
  await becomes(sender, taskId, RUNNING);
  await switchTo(company.id, 'DISABLE');
  await becomes(sender, taskId, FROZEN);
  await runJobs();
  const notices = (await sentNotices(sender, { size: 50 })).records.map((n) => [n.planId, n.subject]);
  expect(notices).toContainEqual([taskId, expect.stringContaining('已被平台停用')]);
  await switchTo(company.id, 'ENABLE');
  await becomes(sender, taskId, RUNNING);
  const entries = await trailEntries(sender, taskId);
  expect(entries.slice(-2).map(({ event, evidence }) => [event, evidence.reason])).toEqual([
    ['FROZEN', 'ENTERPRISE_DISABLED'],
    ['THAWED', undefined],
  ]);
});

it('[6.1] what a disabled enterprise sent cannot be signed until enabled; others’ tasks run on', async () => {
  const [boss, partner] = [await newPerson(), await newPerson({ signPassword: SIGN_PASSWORD })];
  const company = await newCompany(boss);
  const [own, other] = [await signedIn(boss, company), await companyA()];
  const signer = personSigner({ realName: partner.name, mobile: partner.mobile });
  const { planId: taskId } = await own.call(sendTask, await taskToSend(own, [signer]));
  const beside = (await other.call(sendTask, await taskToSend(other, [signer]))).planId;
  const client = await signedIn(partner);
  const prepared = await signAs(client, taskId);
  await switchTo(company.id, 'DISABLE');
  await becomes(client, taskId, FROZEN);
  expect(await refusal(client, signTask, prepared)).toBe('TASK_FROZEN');
  expect((await client.call(signTask, await signAs(client, beside))).endReason).toBe('COMPLETED');
  await switchTo(company.id, 'ENABLE');
  await becomes(client, taskId, RUNNING);
  expect((await client.call(signTask, await signAs(client, taskId))).endReason).toBe('COMPLETED');
});
