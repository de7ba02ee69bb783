/** What becomes of contracts once nobody can act for an enterprise of them, and what is not sent to it at all. */
import { expect, it } from 'vitest';
import { revokeEnterpriseAuth } from '#core/company/calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { askRecertification } from '#core/platform/calls.ts';
import { confirmEntTransfer, sendEntTransfer, withdrawEntAuth } from '#core/realname/enterprise-calls.ts';
import { getTask, sendTask, signTask } from '#core/task/calls.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  companyA,
  enterpriseSigner,
  fillingsFor,
  personSigner,
  seenIn,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { newBankAccount, openDraft, realPerson, wholeDraft } from '#tests/fixtures/enterprise-drafts.ts';
import { sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { newCompany, newPerson, setCompany } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { until } from '#tests/fixtures/until.ts';
import { actingFor, arrived, stateOf, verified } from '#tests/fixtures/verified-enterprises.ts';

const becomes = (
  client: ApiClient,
  taskId: string,
  wanted: { status: string; frozenReason: string | null },
) => until(async () => expect(await client.call(getTask, { planId: taskId })).toMatchObject(wanted));

const FROZEN = { status: 'FROZEN', frozenReason: 'ENTERPRISE_REVOKED' };
const RUNNING = { status: 'IN_PROGRESS', frozenReason: null };

it('[6.2d] revoking a real name freezes what the enterprise has to sign, until verified again', async () => {
  const [sender, boss] = [await companyA(), await realPerson()];
  const draft = await wholeDraft(boss);
  const entId = await verified(boss, draft);
  const signer = enterpriseSigner(
    { id: entId, name: draft.unit.entName },
    { realName: '周办理', mobile: boss.mobile },
  );
  const { planId: taskId } = await sender.call(sendTask, await taskToSend(sender, [signer]));
  await becomes(sender, taskId, RUNNING);
  await boss.client.call(revokeEnterpriseAuth, { entId, reason: '停业' });
  await becomes(sender, taskId, FROZEN);
  await runJobs();
  const notices = (await sentNotices(sender, { size: 50 })).records.map((n) => [n.planId, n.subject]);
  expect(notices).toContainEqual([taskId, expect.stringContaining('已撤销企业认证')]);

  // An application that is under way has verified nothing yet.
  const again = { ...draft, bank: { ...draft.bank, bankAccount: newBankAccount() } };
  const applicationId = await openDraft(boss, again, entId);
  await boss.client.call(sendEntTransfer, { applicationId });
  expect((await stateOf(entId)).authStatus).toBe('REAUTHING');
  expect(await refusal(sender, sendTask, await taskToSend(sender, [signer]))).toBe('SIGNER_REVOKED');
  expect(await sender.call(getTask, { planId: taskId })).toMatchObject(FROZEN);

  const amount = await arrived(boss, again.bank.bankAccount);
  await boss.client.call(confirmEntTransfer, { applicationId, amount });
  await becomes(sender, taskId, RUNNING);
  const entries = await trailEntries(sender, taskId);
  expect(entries.slice(-2).map(({ event, evidence }) => [event, evidence.reason])).toEqual([
    ['FROZEN', 'ENTERPRISE_REVOKED'],
    ['THAWED', undefined],
  ]);
  expect(await refusal(sender, sendTask, await taskToSend(sender, [signer]))).toBe('OK');
  // Somebody acts for it again: the freezing was not the enterprise's end.
  expect((await (await actingFor(boss, entId)).call(getTask, { planId: taskId })).status).toBe('IN_PROGRESS');
});

it('[8.16a] a real name that is not in force cannot be revoked: it says so and changes nothing', async () => {
  const boss = await newPerson();
  for (const authStatus of ['UNAUTH', 'AUTHING', 'REVOKE'] as const) {
    const company = await newCompany(boss, { authStatus });
    const refused = await (await signedIn(boss)).envelope(revokeEnterpriseAuth, {
      entId: company.id,
      reason: '停业',
    });
    expect(refused.code).toBe(ERROR_CODES.ENTERPRISE_REVOKE_FAILED);
    expect(refused.message).toContain(company.name);
    expect((await stateOf(company.id)).authStatus).toBe(authStatus);
  }
});

it('[6.2d] what an enterprise sent before its real name was revoked cannot be signed meanwhile', async () => {
  const [boss, partner] = [await newPerson(), await newPerson({ signPassword: '135790' })];
  const company = await newCompany(boss);
  const own = await signedIn(boss, company);
  const signer = personSigner({ realName: partner.name, mobile: partner.mobile });
  const { planId: taskId } = await own.call(sendTask, await taskToSend(own, [signer]));
  const client = await signedIn(partner);
  const fillings = await fillingsFor(client, taskId);
  const seen = await seenIn(client, taskId);
  await (await signedIn(boss)).call(revokeEnterpriseAuth, { entId: company.id, reason: '停业' });
  await becomes(client, taskId, FROZEN);
  const consent = { method: 'PASSWORD' as const, password: await client.seal('135790') };
  expect(await refusal(client, signTask, { planId: taskId, seen, consent, fillings })).toBe('TASK_FROZEN');
});

it('[4.18a] during re-verification nobody acts and tasks freeze; withdrawn, all is as before', async () => {
  const [sender, boss] = [await companyA(), await realPerson()];
  const draft = await wholeDraft(boss);
  const entId = await verified(boss, draft);
  const operator = { realName: '周办理', mobile: boss.mobile };
  const signer = enterpriseSigner({ id: entId, name: draft.unit.entName }, operator);
  const { planId: taskId } = await sender.call(sendTask, await taskToSend(sender, [signer]));
  const acting = await actingFor(boss, entId);
  const held = { status: 'FROZEN', frozenReason: 'ENTERPRISE_RECERTIFYING' };
  await becomes(sender, taskId, RUNNING);

  const again = { ...draft, bank: { ...draft.bank, bankAccount: newBankAccount() } };
  const applicationId = await openDraft(boss, again, entId);
  // A draft changes nothing yet.
  expect((await acting.call(getTask, { planId: taskId })).status).toBe('IN_PROGRESS');
  await boss.client.call(sendEntTransfer, { applicationId });
  await becomes(sender, taskId, held);
  await runJobs();
  const notices = (await sentNotices(sender, { size: 50 })).records.map((n) => [n.planId, n.subject]);
  expect(notices).toContainEqual([taskId, expect.stringContaining('需要重新认证')]);
  // Who acted for it is the person again, and does not come back in before.
  expect(await refusal(acting, getTask, { planId: taskId })).toBe('SESSION_REPLACED');
  await expect(actingFor(boss, entId)).rejects.toThrow();
  expect(await refusal(sender, sendTask, await taskToSend(sender, [signer]))).toBe('SIGNER_RECERTIFYING');

  await boss.client.call(withdrawEntAuth, { applicationId });
  await becomes(sender, taskId, RUNNING);
  expect((await (await actingFor(boss, entId)).call(getTask, { planId: taskId })).status).toBe('IN_PROGRESS');

  // And so it is from the day on which the platform asks for it, until it was passed.
  const platform = await signedIn(await newPerson({ platformAdmin: true }));
  await platform.call(askRecertification, { entId, reason: '名称变更' });
  await becomes(sender, taskId, held);
  await expect(actingFor(boss, entId)).rejects.toThrow();
  const next = { ...draft, bank: { ...draft.bank, bankAccount: newBankAccount() } };
  const asked = await openDraft(boss, next, entId);
  await boss.client.call(sendEntTransfer, { applicationId: asked });
  await runJobs();
  expect(await sender.call(getTask, { planId: taskId })).toMatchObject(held);
  const amount = await arrived(boss, next.bank.bankAccount);
  await boss.client.call(confirmEntTransfer, { applicationId: asked, amount });
  await becomes(sender, taskId, RUNNING);
  expect(await refusal(sender, sendTask, await taskToSend(sender, [signer]))).toBe('OK');
});

it('[6.1] nothing is sent to a disabled enterprise: the sender is told which, keeps the copy', async () => {
  const [sender, boss, partner] = [await newPerson(), await newPerson(), await newPerson()];
  const [own, open, closed] = [await newCompany(sender), await newCompany(boss), await newCompany(boss)];
  const client = await signedIn(sender, own);
  const operator = { realName: boss.name, mobile: boss.mobile };
  await setCompany(closed, { businessStatus: 'DISABLE' });
  const plan = await taskToSend(client, [
    personSigner({ realName: partner.name, mobile: partner.mobile }),
    enterpriseSigner(open, operator, 2),
    enterpriseSigner(closed, operator, 3),
  ]);
  const refused = await client.envelope(sendTask, plan);
  expect(refused.message).toBe(
    `“${closed.name}”已被平台停用，无法签署。请更换签署方，或待其恢复启用后再发起。`,
  );
  expect(refused.fields?.map(({ path }) => path) ?? []).toEqual(['planSendSignatoryOrderVOList.2.entName']);
  await setCompany(closed, { businessStatus: 'ENABLE', authStatus: 'REVOKE' });
  expect(await refusal(client, sendTask, plan)).toBe('SIGNER_REVOKED');
  // The draft was not used up, so it is sent once the enterprise is back.
  await setCompany(closed, { authStatus: 'AUTH' });
  expect(await refusal(client, sendTask, plan)).toBe('OK');
});
