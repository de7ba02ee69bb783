/** What a finger that trembles, a network that tries again and somebody who tries his luck send: once is once. */

import { count, eq } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, it } from 'vitest';
import type { AnyCall } from '#core/call.ts';
import { saveApplyJoinEnt } from '#core/company/calls.ts';
import { getCredits } from '#core/credit/calls.ts';
import { addEmployee } from '#core/employee/calls.ts';
import { sendAuthCode } from '#core/identity/code-calls.ts';
import { payOrder } from '#core/order/calls.ts';
import { requestInvoice, resendInvoice } from '#core/order/invoice-calls.ts';
import { createQuickFiles } from '#core/quicksign/calls.ts';
import { sendEntTransfer } from '#core/realname/enterprise-calls.ts';
import { sendTask, urgeTask } from '#core/task/calls.ts';
import {
  employee,
  invoice,
  joinApplication,
  notice,
  participant,
  purchasePayment,
  quickGroup,
  signer,
  task,
} from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { settled } from '#tests/fixtures/attack/rows.ts';
import { newKey, personSigner, taskToSend, twoPages } from '#tests/fixtures/contracts.ts';
import { openDraft, realPerson, wholeDraft } from '#tests/fixtures/enterprise-drafts.ts';
import { sentMessages } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { newBuyer, newPackage, newSeller, order, paidOrder } from '#tests/fixtures/orders.ts';
import { companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { INVOICE } from '../order/invoice-form.ts';

/** The same request twice at once and once more; its answers. */
async function thrice(client: ApiClient, call: AnyCall, input: object) {
  const headers = { 'X-Request-Id': crypto.randomUUID() };
  const send = () => client.envelope(call, input as never, headers);
  return [...(await Promise.all([send(), send()])), await send()];
}
/** Four requests of their own at once, as from as many tabs. */
const fromFourTabs = (client: ApiClient, call: AnyCall, input: object) =>
  Promise.all([1, 2, 3, 4].map(async () => (await client.envelope(call, input as never)).code));

const rows = async (table: SQLiteTable, where: ReturnType<typeof eq>) =>
  (await database().select({ n: count() }).from(table).where(where))[0]!.n;
const messagesTo = async (client: ApiClient, target: string) => (await sentMessages(client, target)).length;
const available = async (client: ApiClient) => (await client.call(getCredits, {})).available;

it('a task that one request sends three times is one: one copy, one row a part, one message', async () => {
  const { admin, ent } = await companyWithAdmin();
  const person = await newPerson();
  const before = await available(admin);
  const plan = await taskToSend(admin, [personSigner({ realName: person.name, mobile: person.mobile })]);
  const answers = await thrice(admin, sendTask, plan);
  const { planId: taskId } = answers[0]!.data as { planId: string };
  expect(answers.map(({ code, data }) => [code, (data as { planId: string }).planId])).toEqual(
    Array.from({ length: 3 }, () => [200, taskId]),
  );
  await settled([taskId, person.id]);
  expect(await available(admin)).toBe(before - 1);
  expect(await rows(task, eq(task.ownerKey, `E:${ent.id}`))).toBe(1);
  expect(await rows(signer, eq(signer.taskId, taskId))).toBe(1);
  expect(await rows(participant, eq(participant.taskId, taskId))).toBe(2);
  expect(await rows(notice, eq(notice.accountId, person.id))).toBe(1);
  expect(await messagesTo(admin, person.mobile)).toBe(1);
  // Urging, too, from however many tabs: one message more.
  const codes = await fromFourTabs(admin, urgeTask, { planId: taskId });
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  await settled([taskId, person.id]);
  await expect.poll(() => messagesTo(admin, person.mobile)).toBe(2);
});

it('what one request makes three times is there once: signed files, employee, application', async () => {
  const { admin, ent } = await companyWithAdmin();
  const before = await available(admin);
  const fileKey = await admin.upload(await twoPages());
  const made = await thrice(admin, createQuickFiles, {
    taskName: `快签 ${newKey().slice(0, 6)}`,
    businessType: 'OTHER',
    businessTypeName: '其他',
    planSendDocumentVOList: [{ fileName: '文件.pdf', fileKey }],
  });
  expect(made.map(({ code }) => code)).toEqual([200, 200, 200]);
  expect(await rows(quickGroup, eq(quickGroup.ownerKey, `E:${ent.id}`))).toBe(1);
  const spent = before - (await available(admin));
  expect([0, 1]).toContain(spent);

  const personal = {
    realName: '阿依古丽',
    mobile: newMobile(),
    idType: 'RESIDENT_ID',
    idNumber: newResidentId(),
  };
  await thrice(admin, addEmployee, { personal, work: { entryDate: '2024-03-01' } });
  expect(await rows(employee, eq(employee.enterpriseId, ent.id))).toBe(1);

  const applicant = await newPerson();
  const applying = { entId: ent.id, applyReason: '入职' };
  const client = await signedIn(applicant);
  await thrice(client, saveApplyJoinEnt, applying);
  await fromFourTabs(client, saveApplyJoinEnt, applying);
  expect(await rows(joinApplication, eq(joinApplication.accountId, applicant.id))).toBe(1);
});

it('from four tabs at once one code, one transfer and one mail go out, and one QR is made', async () => {
  const person = await realPerson();
  const codes = await fromFourTabs(person.client, sendAuthCode, { authCodeType: 'SIGN' });
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  expect(await messagesTo(person.client, person.mobile)).toBe(1);

  const draft = await wholeDraft(person);
  const applicationId = await openDraft(person, draft);
  await fromFourTabs(person.client, sendEntTransfer, { applicationId });
  expect(await messagesTo(person.client, draft.bank.bankAccount!)).toBe(1);

  const pack = await newPackage(await newSeller());
  const buyer = await newBuyer();
  const { orderId: unpaid } = await order(buyer, pack);
  await fromFourTabs(buyer.admin, payOrder, { orderId: unpaid, method: 'simulator' });
  expect(await rows(purchasePayment, eq(purchasePayment.orderId, unpaid))).toBe(1);

  const { orderId } = await paidOrder(buyer, pack);
  const email = `invoice-${orderId}@example.com`;
  const asked = await fromFourTabs(buyer.admin, requestInvoice, { orderId, form: { ...INVOICE, email } });
  expect(asked.filter((code) => code === 200)).toHaveLength(1);
  const one = eq(invoice.orderId, orderId);
  expect(await rows(invoice, one)).toBe(1);
  await expect.poll(() => messagesTo(buyer.admin, email)).toBe(1);
  await database().update(invoice).set({ sentAt: null }).where(one);
  const [{ id: invoiceId } = { id: '' }] = await database()
    .select({ id: invoice.id })
    .from(invoice)
    .where(one);
  const sent = await fromFourTabs(buyer.admin, resendInvoice, { invoiceId });
  expect(sent.filter((code) => code === 200)).toHaveLength(1);
  await settled([invoiceId]);
  await expect.poll(() => messagesTo(buyer.admin, email)).toBe(2);
});
