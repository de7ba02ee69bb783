/** Recipients of copies whom the sender corrects. */
import { expect, it } from 'vitest';
import type { InputOf } from '#core/call.ts';
import { openInvitation } from '#core/invitation/calls.ts';
import { getTask, revokeTask, sendTask } from '#core/task/calls.ts';
import { correctCopy, getCopy } from '#core/task/correct-calls.ts';
import { getDelivery } from '#core/task/delivery-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { copyTask } from '#core/task/partner-calls.ts';
import { ApiClient } from '#tests/client.ts';
import { decideAs, enableFlow, firm, flowOf, node, once } from '#tests/fixtures/approvals.ts';
import { newKey, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentMessages, sentNotice, sentText, trailEntries } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { addMember, companyWithAdmin, newPerson, type Person } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const REASON = '手机号写错了';
const nobody = () => new ApiClient(product().baseUrl);

const copyTo = ({ name, mobile }: Pick<Person, 'name' | 'mobile'>) => ({
  copyId: newKey(),
  copyType: 'PERSON' as const,
  userName: name,
  mobile,
});

/** A contract that a company has sent to somebody, with a copy to a reader. */
async function sentWith(reader: Pick<Person, 'name' | 'mobile'>) {
  const { admin, ent } = await companyWithAdmin();
  const signer = { realName: '陈签署', mobile: newMobile() };
  const plan = await taskToSend(admin, [personSigner(signer)], { ccList: [copyTo(reader)] });
  const { planId: taskId } = await admin.call(sendTask, plan, once());
  return { admin, ent, taskId, taskName: plan.taskName, signer };
}

/** The recipient of the copy stands behind the only signer. */
const copyOf = async (client: ApiClient, taskId: string): Promise<string> =>
  (await client.call(getDelivery, { planId: taskId })).parties[1]!.partyId;

type Fields = Omit<InputOf<typeof correctCopy>, 'planId' | 'copyId' | 'edition' | 'reason'>;

/** OK, or why the correction was refused. */
async function correcting(client: ApiClient, taskId: string, fields: Fields) {
  const copyId = await copyOf(client, taskId);
  const { edition } = await client.call(getCopy, { planId: taskId, copyId });
  return refusal(client, correctCopy, { planId: taskId, copyId, edition, ...fields, reason: REASON });
}

const listed = async (client: ApiClient) =>
  (await client.call(listTasks, { box: 'all', dataRange: 'ALL' })).records.map((one) => one.planId);

const textsTo = async (mobile: string, name: string) =>
  (await sentMessages(nobody(), mobile)).map(({ text }) => text).filter((text) => text.includes(name));

it('a copy goes to who was meant; who had it is told, and sees the contract no more', async () => {
  const [wrong, right] = [await newPerson(), await newPerson()];
  const { admin, taskId, taskName } = await sentWith(wrong);
  const former = await signedIn(wrong);
  expect(await listed(former)).toEqual([taskId]);
  const link = (await sentText(nobody(), wrong.mobile, /(\/i\/[0-9a-z]{26})$/)).slice(-26);
  const known = await admin.call(getCopy, { planId: taskId, copyId: await copyOf(admin, taskId) });
  expect(known).toMatchObject({ type: 'PERSON', userName: wrong.name, mobile: wrong.mobile, email: '' });
  expect(await correcting(admin, taskId, { userName: right.name, mobile: right.mobile })).toBe('OK');

  expect(await listed(former)).toEqual([]);
  expect(await refusal(former, getTask, { planId: taskId })).toBe('NOT_FOUND');
  expect(await textsTo(wrong.mobile, taskName)).toContainEqual(expect.stringContaining('不再抄送给您'));
  expect(await nobody().call(openInvitation, { code: link })).toMatchObject({
    state: 'CHANGED',
    taskName: '',
  });
  expect(await textsTo(right.mobile, taskName)).toEqual([expect.stringContaining('抄送给您')]);
  expect(await listed(await signedIn(right))).toEqual([taskId]);
  const entry = (await trailEntries(admin, taskId)).at(-1)!;
  const shown = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
  expect(entry).toMatchObject({
    event: 'COPY_CORRECTED',
    remark: `${wrong.name} ${shown(wrong.mobile)} → ${right.name} ${shown(right.mobile)} · ${REASON}`,
  });
  // A copy of the contract does not repeat the mistake.
  const { plan } = await admin.call(copyTask, { planId: taskId });
  expect(JSON.stringify(plan)).toContain(right.mobile);
  expect(JSON.stringify(plan)).not.toContain(wrong.mobile);
});

it('an address is put right without a word, and the sender hears of an administrator', async () => {
  const reader = { name: '陈抄送', mobile: newMobile() };
  const { admin, ent, taskId, taskName } = await sentWith(reader);
  const before = await textsTo(reader.mobile, taskName);
  expect(await correcting(admin, taskId, { email: 'reader@example.com' })).toBe('OK');
  expect(await textsTo(reader.mobile, taskName)).toEqual(before);
  const colleague = await newPerson();
  await addMember(ent, colleague, ['BUSINESS_ADMIN']);
  expect(await correcting(await signedIn(colleague, ent), taskId, { userName: '陈改名' })).toBe('OK');
  await sentNotice(admin, '更正了', { keyword: taskName });
});

it('is refused to others, for a party twice, at the same moment, and after the end', async () => {
  const reader = await newPerson();
  const { admin, ent, taskId, signer } = await sentWith(reader);
  const copyId = await copyOf(admin, taskId);
  const which = { planId: taskId, copyId };
  expect(await refusal(await signedIn(reader), getCopy, which)).not.toBe('OK');
  expect(await refusal((await companyWithAdmin()).admin, getCopy, which)).toBe('NOT_FOUND');
  const colleague = await newPerson();
  await addMember(ent, colleague, ['SIGN_OPERATOR']);
  expect(await refusal(await signedIn(colleague, ent), getCopy, which)).toBe('NOT_FOUND');
  expect(await refusal(admin, getCopy, { ...which, copyId: '0'.repeat(20) })).toBe('NOT_FOUND');
  expect(await correcting(admin, taskId, { userName: signer.realName, mobile: signer.mobile })).toBe(
    'COPY_TWICE',
  );
  const { edition } = await admin.call(getCopy, which);
  const at = (mobile: string) => refusal(admin, correctCopy, { ...which, edition, mobile, reason: REASON });
  const both = await Promise.all([at(newMobile()), at(newMobile())]);
  expect(both.toSorted()).toEqual(['OK', 'SIGNER_CHANGED']);
  await admin.call(revokeTask, { planId: taskId, reason: REASON });
  expect(await refusal(admin, getCopy, which)).toBe('TASK_CLOSED');
});

it('a company that approves is asked again, and a copy that it approved goes to nobody else', async () => {
  const own = await firm(1);
  await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
  const [wrong, right] = [await newPerson(), await newPerson()];
  const plan = await taskToSend(own.sender, [personSigner({ realName: '陈签署', mobile: newMobile() })], {
    ccList: [copyTo(wrong)],
  });
  const { planId: taskId } = await own.sender.call(sendTask, plan, once());
  expect(await correcting(own.sender, taskId, { userName: right.name, mobile: right.mobile })).toBe('OK');
  const events = (await trailEntries(own.sender, taskId)).map(({ event }) => event);
  expect(events.slice(-2)).toEqual(['COPY_CORRECTED', 'SENT_FOR_REVIEW']);
  expect(await textsTo(wrong.mobile, plan.taskName)).toEqual([]);
  expect(await textsTo(right.mobile, plan.taskName)).toEqual([]);
  await decideAs(own.approvers[0]!, taskId, 'PASS');
  expect(await listed(await signedIn(right))).toEqual([taskId]);
  expect(await listed(await signedIn(wrong))).toEqual([]);
  expect(await correcting(own.sender, taskId, { mobile: newMobile() })).toBe('PARTIES_APPROVED');
});
