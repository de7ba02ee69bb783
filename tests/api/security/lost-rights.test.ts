/**
 * Between a call and its effect the right goes that the call was made with. Effects that act for somebody ask again then;
 * docs/security.md lists all effects. For API keys and their holders see acting-keys, for openings of automatic signing
 * tests/api/autosign.
 */
import { eq, inArray, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBatchRows, readBatch, retryBatch, sendBatch, stopBatch } from '#core/batch/calls.ts';
import type { Role } from '#core/call.ts';
import { listEmployees } from '#core/employee/calls.ts';
import { importEmployees, listImports } from '#core/employee/import-calls.ts';
import { logout } from '#core/identity/calls.ts';
import { switchCustomer } from '#core/sso/calls.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { saveWebhook, switchWebhook } from '#core/webhook/calls.ts';
import {
  account,
  batchRow,
  firmProvider,
  member,
  outbox,
  signer,
  ssoCustomer,
  ssoSession as ssoSessionTable,
  webhook,
  webhookDelivery,
} from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { once } from '#tests/fixtures/approvals.ts';
import { batchOf, persons } from '#tests/fixtures/batches.ts';
import { enterpriseSigner, newKey, personSigner, sign, taskToSend } from '#tests/fixtures/contracts.ts';
import { holdEffects } from '#tests/fixtures/hold-effects.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { openFor } from '#tests/fixtures/openings.ts';
import {
  addMember,
  type Company,
  companyWithAdmin,
  database,
  newCompany,
  newPerson,
  type Person,
  setCompany,
} from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { openReceiver } from '#tests/fixtures/receiver.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { ssoSession } from '#tests/fixtures/sso-session.ts';
import { untilFound } from '#tests/fixtures/until.ts';

let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

/** A company with somebody who has a role in it, beside its administrator. */
async function office(role: Role) {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, [role]);
  return { ent, person: clerk, admin: await signedIn(boss, ent), clerk: await signedIn(clerk, ent) };
}

type Losing = (of: { person: Person; ent: Company }) => Promise<unknown>;
const LOSSES: readonly [what: string, losing: Losing][] = [
  ['has lost the role', ({ person }) => ofMember(person, { roles: ['EMPLOYEE'] })],
  ['has left', ({ person }) => ofMember(person, { leftAt: Date.now() })],
  [
    'is disabled',
    ({ person }) => database().update(account).set({ status: 'DISABLE' }).where(eq(account.id, person.id)),
  ],
  ['acts for an enterprise that was frozen', ({ ent }) => setCompany(ent, { businessStatus: 'DISABLE' })],
];
const ofMember = ({ id }: Person, change: Partial<typeof member.$inferInsert>) =>
  database().update(member).set(change).where(eq(member.accountId, id));

/** Somebody of the firm in a session that a customer's system began, and what becomes of that system. */
async function bySystem(person: Person, ent: Company) {
  const client = await ssoSession(person, ent);
  const [system] = await database().select().from(ssoCustomer).where(eq(ssoCustomer.enterpriseId, ent.id));
  const operator = await newPerson({ ownerType: 'INSIDE', platformAdmin: true });
  return {
    client,
    switchOff: async () => {
      const platform = await signedIn(operator);
      await platform.call(switchCustomer, { customerId: system!.id, enabled: false });
    },
  };
}

/** The session is one of the firm's identity provider, which is switched off in its settings. */
async function ofProvider(ent: Company) {
  const id = newKey();
  await database()
    .insert(firmProvider)
    .values({
      id,
      enterpriseId: ent.id,
      path: id.slice(0, 12),
      issuer: 'https://login.example.com',
      clientId: 'signet',
      wrapped: '',
      domains: ['example.com'],
      enabled: true,
      changedAt: Date.now(),
    });
  const [system] = await database().select().from(ssoCustomer).where(eq(ssoCustomer.enterpriseId, ent.id));
  await database()
    .update(ssoSessionTable)
    .set({ customerId: id })
    .where(eq(ssoSessionTable.customerId, system!.id));
  return () => database().update(firmProvider).set({ enabled: false }).where(eq(firmProvider.id, id));
}

/** A sheet of one row, as the roster's page hands it in. */
const sheetOf = (importId: string) => {
  const cells = {
    realName: '阿依古丽',
    mobile: newMobile(),
    idType: '居民身份证',
    idNumber: newResidentId(),
    entryDate: '2024/3/1',
  };
  const rows = [{ number: 3, cells, odd: [] }];
  return { importId, fileName: '花名册.xlsx', duplicates: 'SKIP' as const, total: 1, rows };
};

/** What came of a batch's rows once none waits. */
async function outcomeOf(client: ApiClient, batchId: string) {
  await runJobs();
  await expect.poll(async () => (await client.call(readBatch, { batchId })).endTime).not.toBeNull();
  const { records } = await client.call(listBatchRows, { batchId, size: 100 });
  return records.map(({ state, planId, reason }) => ({ state, isSent: planId !== '', reason }));
}

describe.each(LOSSES)('whoever %s between a call and its effect', (_, losing) => {
  it('takes no employee in, however much of the sheet was handed in', async () => {
    const firm = await office('HR');
    const importId = `import${newKey()}`;
    const hold = await holdEffects(`employeeImport:${importId}`);
    expect(await firm.clerk.call(importEmployees, sheetOf(importId))).toEqual({ began: true });
    await losing(firm);
    await hold.release();
    await runJobs();
    // Its administrator looks at it, once the enterprise acts again.
    await setCompany(firm.ent, { businessStatus: 'ENABLE' });
    expect((await firm.admin.call(listEmployees, {})).total).toBe(0);
    const [ended] = (await firm.admin.call(listImports, {})).records;
    expect(ended).toMatchObject({ added: 0, refused: true });
  });

  it('sends no row of a batch', async () => {
    const firm = await office('BUSINESS_ADMIN');
    const batch = await batchOf(firm.clerk, persons(2));
    const hold = await holdEffects(`batch:${batch.plan.draftId}`);
    const { batchId } = await firm.clerk.call(sendBatch, batch, once());
    await losing(firm);
    await hold.release();
    await runJobs();
    await setCompany(firm.ent, { businessStatus: 'ENABLE' });
    await expect.poll(async () => (await firm.admin.call(readBatch, { batchId })).endTime).not.toBeNull();
    const { records } = await firm.admin.call(listBatchRows, { batchId, size: 100 });
    expect(records.map(({ state, planId }) => ({ state, planId }))).toEqual(
      Array(2).fill({ state: 'FAILED', planId: '' }),
    );
  });
});

describe('what a session of single sign-on left to be done', () => {
  const stopped = (name: string) => ({
    state: 'FAILED',
    isSent: false,
    reason: expect.stringMatching(`${name}.*由您本人继续`),
  });

  it('goes out as that person while the system is on, also when the session has ended', async () => {
    const firm = await office('BUSINESS_ADMIN');
    const { client } = await bySystem(firm.person, firm.ent);
    const batch = await batchOf(client, persons(2));
    const hold = await holdEffects(`batch:${batch.plan.draftId}`);
    const { batchId } = await client.call(sendBatch, batch, once());
    await client.call(logout, {});
    await hold.release();
    const rows = await outcomeOf(firm.admin, batchId);
    expect(rows).toEqual(Array(2).fill({ state: 'SENT', isSent: true, reason: '' }));
  });

  it('sends no row of a batch once the system is off; the person lets them go on as theirs', async () => {
    const firm = await office('BUSINESS_ADMIN');
    const { client, switchOff } = await bySystem(firm.person, firm.ent);
    const batch = await batchOf(client, persons(2));
    const hold = await holdEffects(`batch:${batch.plan.draftId}`);
    const { batchId } = await client.call(sendBatch, batch, once());
    await switchOff();
    await hold.release();
    expect(await outcomeOf(firm.admin, batchId)).toEqual(Array(2).fill(stopped('办公系统')));
    expect(await firm.clerk.call(retryBatch, { batchId })).toEqual({ rows: 2 });
    expect((await outcomeOf(firm.admin, batchId)).map(({ state }) => state)).toEqual(['SENT', 'SENT']);
  });

  it('stops half-way: rows that went out stay, those after them wait for a person', async () => {
    const firm = await office('BUSINESS_ADMIN');
    const { client, switchOff } = await bySystem(firm.person, firm.ent);
    const batch = await batchOf(client, persons(3));
    const hold = await holdEffects(`batch:${batch.plan.draftId}`);
    const { batchId } = await client.call(sendBatch, batch, once());
    const [, ...later] = batch.rows.map(({ rowKey }) => rowKey);
    await database().update(batchRow).set({ state: 'STOPPED' }).where(inArray(batchRow.id, later));
    await hold.release();
    expect((await outcomeOf(firm.admin, batchId))[0]).toMatchObject({ state: 'SENT' });
    const again = await holdEffects(`batch:${batchId}`);
    await client.call(retryBatch, { batchId });
    await switchOff();
    await again.release();
    const rows = await outcomeOf(firm.admin, batchId);
    expect(rows.map(({ state }) => state)).toEqual(['SENT', 'FAILED', 'FAILED']);
  });

  it('borrows no right: rows of a person that such a session lets go on are that session’s', async () => {
    const firm = await office('BUSINESS_ADMIN');
    const { client, switchOff } = await bySystem(firm.person, firm.ent);
    const batch = await batchOf(firm.clerk, persons(1));
    const hold = await holdEffects(`batch:${batch.plan.draftId}`);
    const { batchId } = await firm.clerk.call(sendBatch, batch, once());
    await firm.clerk.call(stopBatch, { batchId });
    await client.call(retryBatch, { batchId });
    await switchOff();
    await hold.release();
    expect(await outcomeOf(firm.admin, batchId)).toEqual([stopped('办公系统')]);
  });

  it('ends with the identity provider of a firm just so', async () => {
    const firm = await office('BUSINESS_ADMIN');
    const { client } = await bySystem(firm.person, firm.ent);
    const switchOff = await ofProvider(firm.ent);
    const batch = await batchOf(client, persons(1));
    const hold = await holdEffects(`batch:${batch.plan.draftId}`);
    const { batchId } = await client.call(sendBatch, batch, once());
    await switchOff();
    await hold.release();
    expect(await outcomeOf(firm.admin, batchId)).toEqual([stopped('https://login.example.com')]);
  });

  it('takes no employee in once the system is off', async () => {
    const firm = await office('HR');
    const { client, switchOff } = await bySystem(firm.person, firm.ent);
    const importId = `import${newKey()}`;
    const hold = await holdEffects(`employeeImport:${importId}`);
    expect(await client.call(importEmployees, sheetOf(importId))).toEqual({ began: true });
    await switchOff();
    await hold.release();
    await runJobs();
    expect((await firm.admin.call(listEmployees, {})).total).toBe(0);
    const [ended] = (await firm.admin.call(listImports, {})).records;
    expect(ended).toMatchObject({ added: 0, refused: true });
  });

  it('sets no seal by itself once the system is off: the sender is asked and told why', async () => {
    const firm = await sealingFirm();
    await openFor(firm);
    const { client, switchOff } = await bySystem(firm.boss, firm.ent);
    const outside = await newPerson({ signPassword: DEMO.signPassword });
    const boss = { realName: firm.boss.name, mobile: firm.boss.mobile };
    const own = { ...enterpriseSigner(firm.ent, boss), autoSealId: firm.stampId, signOrder: 2 };
    const first = personSigner({ realName: outside.name, mobile: outside.mobile }, 1);
    const plan = await taskToSend(client, [own, first], { orderState: 'ORDER' });
    const { planId } = await client.call(sendTask, plan, once());
    await switchOff();
    await sign(await signedIn(outside), planId);
    await runJobs();
    const ownOf = async () => (await firm.admin.call(getTask, { planId })).signerList[0]!;
    await expect.poll(async () => (await ownOf()).automatic).toBe('FAILED');
    expect(await ownOf()).toMatchObject({
      status: 'SIGNING',
      automaticProblem: expect.stringContaining('办公系统'),
    });
    const rows = await database().select().from(signer).where(eq(signer.taskId, planId));
    expect(rows.find(({ accountId }) => accountId === firm.boss.id)!.signedAt).toBeNull();
  });
});

it('a webhook that was switched off between an event and its delivery is sent nothing', async () => {
  const firm = await companyWithAdmin();
  const path = `/${newKey()}`;
  const { webhookId } = await firm.admin.call(saveWebhook, {
    address: receiver.origin + path,
    events: ['task.initiated'],
    proof: await keyProofOf(firm.admin),
  });
  // It gave no answer a moment ago, so that what comes now waits.
  const db = database();
  const later = Date.now() + 3_600_000;
  await db.update(webhook).set({ pausedUntil: later }).where(eq(webhook.id, webhookId));
  const signer = await newPerson();
  const plan = await taskToSend(firm.admin, [personSigner({ realName: signer.name, mobile: signer.mobile })]);
  await firm.admin.call(sendTask, plan, once());
  const waiting = async () =>
    (await db.select().from(webhookDelivery).where(eq(webhookDelivery.webhookId, webhookId)))[0];
  await untilFound(waiting);
  await firm.admin.call(switchWebhook, { webhookId, enabled: false });
  await db
    .update(outbox)
    .set({ dueAt: 0 })
    .where(like(outbox.key, `webhook:${webhookId}:%`));
  await runJobs();
  expect(receiver.received.filter((one) => one.path === path)).toEqual([]);
  expect(await waiting()).toMatchObject({ state: 'PENDING', attempts: 0 });
});
