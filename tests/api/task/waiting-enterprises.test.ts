/** Tasks for enterprises that were not verified when they were named, and the spellings of their names. */
import { expect, it } from 'vitest';
import type { InputOf } from '#core/call.ts';
import { listEnterpriseTreeSimple } from '#core/company/calls.ts';
import { getPlan, listPlans, sendPlan, signPlan } from '#core/task/calls.ts';
import { getLoggedTodoPlans } from '#core/task/home-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { companyA, newKey, personSigner, planFor, seenIn, sign } from '#tests/fixtures/companies.ts';
import { newCreditCode, openDraft, realPerson, wholeDraft } from '#tests/fixtures/enterprise-drafts.ts';
import { sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { newPerson } from '#tests/fixtures/new-person.ts';
import { verifyName } from '#tests/fixtures/newcomers-of-tasks.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { newSealOf } from '#tests/fixtures/seal-uses.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { actingFor, verified } from '#tests/fixtures/verified-enterprises.ts';

type Plan = InputOf<typeof sendPlan>;
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
  (await sender.call(sendPlan, await planFor(sender, signers, change))).planId;
const listed = async (client: ApiClient) =>
  (await client.call(listPlans, { box: 'all', dataRange: 'ALL' })).records;
const subjects = async (client: ApiClient, planId: string) =>
  (await sentNotices(client, { size: 50 })).records
    .filter((one) => one.planId === planId)
    .map(({ subject }) => subject);
const part = (): string => crypto.randomUUID().slice(0, 6);

it('an enterprise that is verified later, spelt otherwise, takes the task over, and its operator signs it', async () => {
  const [sender, boss] = [await companyA(), await realPerson()];
  const middle = part();
  const [typed, registered] = [`等待(${middle})有限公司`, `等待（${middle}）有限公司`];
  const planId = await sendTo(sender, [enterprise(typed, boss.mobile)]);

  // Until then the operator looks at it, is told what is missing, and cannot sign.
  expect(await listed(boss.client)).toMatchObject([{ planId, waitsFor: typed, label: 'WAITING_FOR_OTHERS' }]);
  expect((await boss.client.call(getPlan, { planId })).waitsFor).toBe(typed);
  expect(await subjects(boss.client, planId)).toEqual([expect.stringContaining('请先完成企业认证')]);
  const consent = { method: 'PASSWORD' as const, password: await boss.client.seal(DEMO.signPassword) };
  const attempt = { planId, consent, seen: await seenIn(boss.client, planId), fillings: [] };
  expect(await refusal(boss.client, signPlan, attempt)).toBe('SIGNER_UNVERIFIED');
  expect((await boss.client.call(getLoggedTodoPlans, {})).records).toEqual([]);

  const entId = await verified(boss, await wholeDraft(boss, { entName: registered }));
  const acting = await actingFor(boss, entId);
  expect(await listed(acting)).toMatchObject([{ planId, label: 'WAITING_FOR_ME', waitsFor: '' }]);
  expect((await boss.client.call(getLoggedTodoPlans, {})).records).toMatchObject([{ planId, entId }]);
  expect(await listed(boss.client)).toEqual([]);
  await newSealOf(acting, registered);
  await sign(acting, planId);
  expect((await sender.call(getPlan, { planId })).endReason).toBe('COMPLETED');
  expect((await trailEntries(sender, planId)).map(({ event }) => event)).toContain('CLAIMED');
});

it('an operator who registers after the task was sent looks at it while the enterprise is not verified', async () => {
  const [sender, mobile] = [await companyA(), newMobile()];
  const name = `未认证${part()}有限公司`;
  const planId = await sendTo(sender, [enterprise(name, mobile)]);
  const operator = await newPerson(mobile);
  expect(await listed(operator.client)).toMatchObject([{ planId, waitsFor: name }]);
  expect(await subjects(operator.client, planId)).toEqual([expect.stringContaining('请先完成企业认证')]);
  // An operator of another name is nobody of it.
  await verifyName(operator, '别的人');
  expect(await listed(operator.client)).toEqual([]);
  expect(await refusal(operator.client, getPlan, { planId })).toBe('NOT_FOUND');
});

it('an operator of a verified enterprise who registers later sees it for the enterprise alone', async () => {
  const [sender, mobile] = [await companyA(), newMobile()];
  const { ent, admin } = await companyWithAdmin();
  const planId = await sendTo(sender, [enterprise(ent.name, mobile)]);
  expect(await listed(admin)).toMatchObject([{ planId }]);
  const operator = await newPerson(mobile);
  expect(await listed(operator.client)).toEqual([]);
  expect(await refusal(operator.client, getPlan, { planId })).toBe('NOT_FOUND');
  expect(await listed(admin)).toMatchObject([{ planId }]);
  const { signerList } = await sender.call(getPlan, { planId });
  expect(signerList[0]).toMatchObject({ entName: ent.name, registered: true });
});

it('an enterprise is found by its credit code, before and after it is verified', async () => {
  const [sender, boss, creditCode] = [await companyA(), await realPerson(), newCreditCode()];
  const waiting = await sendTo(sender, [enterprise(creditCode, boss.mobile)]);
  const draft = await wholeDraft(boss, { creditCode });
  const entId = await verified(boss, draft);
  const later = await sendTo(sender, [enterprise(creditCode.toLowerCase(), boss.mobile)]);
  const acting = await actingFor(boss, entId);
  expect((await listed(acting)).map(({ planId }) => planId).sort()).toEqual([waiting, later].sort());
  for (const planId of [waiting, later])
    expect((await sender.call(getPlan, { planId })).signerList[0]).toMatchObject({
      entName: draft.unit.entName,
      creditCode,
    });
});

it('of two who claim one name the verified one receives the task, and the other never sees it', async () => {
  const [sender, squatter, boss] = [await companyA(), await realPerson(), await realPerson()];
  const entName = `同名${part()}有限公司`;
  // Applied for the name, and was not verified.
  await openDraft(squatter, await wholeDraft(squatter, { entName }));
  const planId = await sendTo(sender, [enterprise(entName, newMobile())]);
  expect(await listed(squatter.client)).toEqual([]);
  const entId = await verified(boss, await wholeDraft(boss, { entName }));
  expect(await listed(await actingFor(boss, entId))).toMatchObject([{ planId }]);
  expect(await listed(squatter.client)).toEqual([]);
  expect(await refusal(squatter.client, getPlan, { planId })).toBe('NOT_FOUND');
});

it('a copy for an enterprise waits for it in the same way', async () => {
  const [sender, boss] = [await companyA(), await realPerson()];
  const entName = `抄送${part()}有限公司`;
  const ccList = [
    { copyType: 'ENTERPRISE' as const, copyId: newKey(), entName, userName: OPERATOR, mobile: boss.mobile },
  ] as Plan['ccList'];
  const other = personSigner({ realName: '别人', mobile: newMobile() });
  const planId = await sendTo(sender, [other], { ccList });
  expect(await listed(boss.client)).toMatchObject([{ planId }]);
  const entId = await verified(boss, await wholeDraft(boss, { entName }));
  expect(await listed(boss.client)).toEqual([]);
  expect(await listed(await actingFor(boss, entId))).toMatchObject([{ planId }]);
});

it('an enterprise is found in every spelling of its name; two spellings in one plan are one signer', async () => {
  const [sender, middle, mobile] = [await companyA(), part(), newMobile()];
  const { ent, admin } = await companyWithAdmin({ name: `写法（${middle}）Ａ有限公司` });
  const spellings = [
    `写法(${middle})A有限公司`,
    ` 写法（ ${middle} ）a有限公司`,
    `写法〔${middle}〕Ａ有限公司`,
  ];
  for (const spelling of spellings) {
    const planId = await sendTo(sender, [enterprise(spelling, mobile)]);
    expect((await admin.call(getPlan, { planId })).signerList[0]).toMatchObject({ entName: ent.name });
    const found = await sender.call(listEnterpriseTreeSimple, {
      nodeName: spelling,
      nodeTypes: 'ENTERPRISE-ENTERPRISE',
    });
    expect(found.map(({ relationId }) => relationId)).toEqual([ent.id]);
  }
  const twice = (one: Partial<Signer>, other: Partial<Signer>) =>
    planFor(sender, [enterprise(spellings[0]!, mobile, one), enterprise(ent.name, mobile, other)]);
  expect(await refusal(sender, sendPlan, await twice({}, {}))).toBe('INPUT_INVALID');
  expect(await refusal(sender, sendPlan, await twice({}, { entId: ent.id }))).toBe('SIGNER_TWICE');
});
