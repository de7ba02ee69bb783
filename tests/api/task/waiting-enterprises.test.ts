/** Tasks for enterprises that were not verified when they were named, and the spellings of their names. */
import { expect, it } from 'vitest';
import type { InputOf } from '#core/call.ts';
import { listEnterpriseTreeSimple } from '#core/company/calls.ts';
import { openInvitation } from '#core/invitation/calls.ts';
import { getTask, sendTask, signTask } from '#core/task/calls.ts';
import { getLoggedTodoTasks } from '#core/task/home-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { companyA, newKey, personSigner, seenIn, sign, taskToSend } from '#tests/fixtures/contracts.ts';
import { newCreditCode, openDraft, realPerson, wholeDraft } from '#tests/fixtures/enterprise-drafts.ts';
import { sentNotices, sentText, trailEntries } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { addMember, companyWithAdmin } from '#tests/fixtures/people.ts';
import { registerPerson, verifyName } from '#tests/fixtures/registration.ts';
import { newSealOf } from '#tests/fixtures/seal-uses.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { actingFor, verified } from '#tests/fixtures/verified-enterprises.ts';

type Plan = InputOf<typeof sendTask>;
type Signer = Plan['planSendSignatoryOrderVOList'][number];

const OPERATOR = '周办理';
const enterprise = (entName: string, mobile: string, change: Partial<Signer> = {}): Signer => ({
  signatoryId: newKey(),
  signatoryType: 'ENTERPRISE',
  entName,
  userName: OPERATOR,
  mobile,
  signOrder: 1,
  ...change,
});
const sendTo = async (sender: ApiClient, signers: Signer[], change: Partial<Plan> = {}) =>
  (await sender.call(sendTask, await taskToSend(sender, signers, change))).planId;
const listed = async (client: ApiClient) =>
  (await client.call(listTasks, { box: 'all', dataRange: 'ALL' })).records;
const subjects = async (client: ApiClient, taskId: string) =>
  (await sentNotices(client, { size: 50 })).records
    .filter((one) => one.planId === taskId)
    .map(({ subject }) => subject);
const part = (): string => crypto.randomUUID().slice(0, 6);

it('an enterprise verified later, otherwise spelt, takes the task over; its operator signs', async () => {
  const [sender, boss] = [await companyA(), await realPerson()];
  const middle = part();
  const [typed, registered] = [`等待(${middle})有限公司`, `等待（${middle}）有限公司`];
  const taskId = await sendTo(sender, [enterprise(typed, boss.mobile)]);

  // Until then the operator looks at it, is told what is missing, and cannot sign.
  expect(await listed(boss.client)).toMatchObject([
    { planId: taskId, waitsFor: typed, label: 'WAITING_FOR_OTHERS' },
  ]);
  expect((await boss.client.call(getTask, { planId: taskId })).waitsFor).toBe(typed);
  expect(await subjects(boss.client, taskId)).toEqual([expect.stringContaining('请先完成企业认证')]);
  const consent = { method: 'PASSWORD' as const, password: await boss.client.seal(DEMO.signPassword) };
  const attempt = { planId: taskId, consent, seen: await seenIn(boss.client, taskId), fillings: [] };
  expect(await refusal(boss.client, signTask, attempt)).toBe('SIGNER_UNVERIFIED');
  expect((await boss.client.call(getLoggedTodoTasks, {})).records).toEqual([]);

  const entId = await verified(boss, await wholeDraft(boss, { entName: registered }));
  const acting = await actingFor(boss, entId);
  expect(await listed(acting)).toMatchObject([{ planId: taskId, label: 'WAITING_FOR_ME', waitsFor: '' }]);
  expect((await boss.client.call(getLoggedTodoTasks, {})).records).toMatchObject([{ planId: taskId, entId }]);
  expect(await listed(boss.client)).toEqual([]);
  await newSealOf(acting, registered);
  await sign(acting, taskId);
  expect((await sender.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');
  expect((await trailEntries(sender, taskId)).map(({ event }) => event)).toContain('CLAIMED');
});

it('an operator who registers after sending looks at it while the enterprise is unverified', async () => {
  const [sender, mobile] = [await companyA(), newMobile()];
  const name = `未认证${part()}有限公司`;
  const taskId = await sendTo(sender, [enterprise(name, mobile)]);
  const operator = await registerPerson(mobile);
  expect(await listed(operator.client)).toMatchObject([{ planId: taskId, waitsFor: name }]);
  expect(await subjects(operator.client, taskId)).toEqual([expect.stringContaining('请先完成企业认证')]);
  // An operator of another name is nobody of it.
  await verifyName(operator, '别的人');
  expect(await listed(operator.client)).toEqual([]);
  expect(await refusal(operator.client, getTask, { planId: taskId })).toBe('NOT_FOUND');
});

it('an operator of a verified enterprise who registers later sees it for the enterprise alone', async () => {
  const [sender, mobile] = [await companyA(), newMobile()];
  const { ent, admin } = await companyWithAdmin();
  const taskId = await sendTo(sender, [enterprise(ent.name, mobile)]);
  expect(await listed(admin)).toMatchObject([{ planId: taskId }]);
  const operator = await registerPerson(mobile);
  expect(await listed(operator.client)).toEqual([]);
  expect(await refusal(operator.client, getTask, { planId: taskId })).toBe('NOT_FOUND');
  expect(await listed(admin)).toMatchObject([{ planId: taskId }]);
  const { signerList } = await sender.call(getTask, { planId: taskId });
  expect(signerList[0]).toMatchObject({ entName: ent.name, registered: true });
  // Their link says what is missing until they are its member.
  const code = await sentText(sender, mobile, /\/i\/([0-9a-z]{26})$/m);
  const lacks = async () => (await operator.client.call(openInvitation, { code })).target?.lacks;
  expect(await lacks()).toBe('MEMBER');
  await addMember(ent, { ...operator, loginName: mobile, name: '' }, []);
  expect(await lacks()).toBe('NAME');
});

it('an enterprise is found by its credit code, before and after it is verified', async () => {
  const [sender, boss, creditCode] = [await companyA(), await realPerson(), newCreditCode()];
  const waiting = await sendTo(sender, [enterprise(creditCode, boss.mobile)]);
  const draft = await wholeDraft(boss, { creditCode });
  const entId = await verified(boss, draft);
  const later = await sendTo(sender, [enterprise(creditCode.toLowerCase(), boss.mobile)]);
  const acting = await actingFor(boss, entId);
  expect((await listed(acting)).map(({ planId: taskId }) => taskId).sort()).toEqual([waiting, later].sort());
  for (const taskId of [waiting, later])
    expect((await sender.call(getTask, { planId: taskId })).signerList[0]).toMatchObject({
      entName: draft.unit.entName,
      creditCode,
    });
});

it('of two who claim one name the verified one receives the task, and the other never sees it', async () => {
  const [sender, squatter, boss] = [await companyA(), await realPerson(), await realPerson()];
  const entName = `同名${part()}有限公司`;
  // Applied for the name, and was not verified.
  await openDraft(squatter, await wholeDraft(squatter, { entName }));
  const taskId = await sendTo(sender, [enterprise(entName, newMobile())]);
  expect(await listed(squatter.client)).toEqual([]);
  const entId = await verified(boss, await wholeDraft(boss, { entName }));
  expect(await listed(await actingFor(boss, entId))).toMatchObject([{ planId: taskId }]);
  expect(await listed(squatter.client)).toEqual([]);
  expect(await refusal(squatter.client, getTask, { planId: taskId })).toBe('NOT_FOUND');
});

it('a copy for an enterprise waits for it in the same way', async () => {
  const [sender, boss] = [await companyA(), await realPerson()];
  const entName = `抄送${part()}有限公司`;
  const ccList = [
    { copyType: 'ENTERPRISE' as const, copyId: newKey(), entName, userName: OPERATOR, mobile: boss.mobile },
  ] as Plan['ccList'];
  const other = personSigner({ realName: '别人', mobile: newMobile() });
  const taskId = await sendTo(sender, [other], { ccList });
  expect(await listed(boss.client)).toMatchObject([{ planId: taskId }]);
  const entId = await verified(boss, await wholeDraft(boss, { entName }));
  expect(await listed(boss.client)).toEqual([]);
  expect(await listed(await actingFor(boss, entId))).toMatchObject([{ planId: taskId }]);
});

it('an enterprise is found in every spelling of its name; two spellings are one signer', async () => {
  const [sender, middle, mobile] = [await companyA(), part(), newMobile()];
  const { ent, admin } = await companyWithAdmin({ name: `写法（${middle}）Ａ有限公司` });
  const spellings = [
    `写法(${middle})A有限公司`,
    ` 写法（ ${middle} ）a有限公司`,
    `写法〔${middle}〕Ａ有限公司`,
  ];
  for (const spelling of spellings) {
    const taskId = await sendTo(sender, [enterprise(spelling, mobile)]);
    expect((await admin.call(getTask, { planId: taskId })).signerList[0]).toMatchObject({
      entName: ent.name,
    });
    const found = await sender.call(listEnterpriseTreeSimple, {
      nodeName: spelling,
      nodeTypes: 'ENTERPRISE-ENTERPRISE',
    });
    expect(found.map(({ relationId }) => relationId)).toEqual([ent.id]);
  }
  const twice = (one: Partial<Signer>, other: Partial<Signer>) =>
    taskToSend(sender, [enterprise(spellings[0]!, mobile, one), enterprise(ent.name, mobile, other)]);
  expect(await refusal(sender, sendTask, await twice({}, {}))).toBe('INPUT_INVALID');
  expect(await refusal(sender, sendTask, await twice({}, { entId: ent.id }))).toBe('SIGNER_TWICE');
});
