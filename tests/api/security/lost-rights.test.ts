/**
 * Between a call and its effect the right goes that the call was made with. Effects that act for somebody ask again then;
 * docs/security.md lists all effects. For API keys and their holders see acting-keys, for openings of automatic signing
 * tests/api/autosign.
 */
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBatchRows, readBatch, sendBatch } from '#core/batch/calls.ts';
import type { Role } from '#core/call.ts';
import { listEmployees } from '#core/employee/calls.ts';
import { importEmployees, listImports } from '#core/employee/import-calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { saveWebhook, switchWebhook } from '#core/webhook/calls.ts';
import { account, member, outbox, webhook, webhookDelivery } from '#db/schema/index.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { once } from '#tests/fixtures/approvals.ts';
import { batchOf, persons } from '#tests/fixtures/batches.ts';
import { newKey, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { holdEffects } from '#tests/fixtures/hold-effects.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
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
import { signedIn } from '#tests/fixtures/sign-in.ts';
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

describe.each(LOSSES)('whoever %s between a call and its effect', (_, losing) => {
  it('takes no employee in, however much of the sheet was handed in', async () => {
    const firm = await office('HR');
    const importId = `import${newKey()}`;
    const hold = await holdEffects(`employeeImport:${importId}`);
    const cells = {
      realName: '阿依古丽',
      mobile: newMobile(),
      idType: '居民身份证',
      idNumber: newResidentId(),
      entryDate: '2024/3/1',
    };
    const rows = [{ number: 3, cells, odd: [] }];
    const input = { importId, fileName: '花名册.xlsx', duplicates: 'SKIP' as const, total: 1, rows };
    expect(await firm.clerk.call(importEmployees, input)).toEqual({ began: true });
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
