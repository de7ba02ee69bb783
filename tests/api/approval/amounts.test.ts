import { expect, it } from 'vitest';
import { getApproval } from '#core/approval/calls.ts';
import { previewApproval, saveFlow, tryFlow } from '#core/approval/flow-calls.ts';
import { getSealUses } from '#core/approval/seal-calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import {
  decideAs,
  enableFlow,
  type Firm,
  firm,
  flowOf,
  node,
  once,
  planOf,
} from '#tests/fixtures/approvals.ts';
import { enterpriseSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { makeFromTemplate } from '#tests/fixtures/made-from-template.ts';
import { grantTo, sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { aField, KEYS, webTemplate } from '#tests/fixtures/template-content.ts';

const MILLION = 100_000_000;

const send = async (own: Firm, change: Parameters<typeof planOf>[1] = {}) =>
  own.sender.call(sendTask, await planOf(own, change), once());

it('[1.4] [3.17] a flow applies by the typed amount or its absence; a node adds its approver', async () => {
  const own = await firm(2);
  const [first, second] = own.approverPeople.map(({ id }) => id) as [string, string];
  const flow = flowOf(
    [node([first]), node([second], { name: '总经理', when: { amountFrom: 10 * MILLION } })],
    { when: { amountFrom: MILLION } },
  );
  const contract = { businessType: 'PURCHASE' as const, applicantId: own.senderPerson.id };
  const tried = (...texts: string[]) =>
    own.admin.call(tryFlow, { flow, ...contract, amounts: texts.map((text) => ({ field: '', text })) });
  expect(await tried('人民币壹仟万元整')).toMatchObject({
    ...{ applies: true, unread: false, read: [{ field: '', fen: 10 * MILLION }] },
  });
  expect((await tried('人民币壹仟万元整')).steps).toHaveLength(2);
  expect((await tried('1,000,000.00')).steps).toHaveLength(1);
  expect(await tried('999,999.99')).toMatchObject({ applies: false, unread: false });
  expect(await tried('面议')).toMatchObject({
    applies: true,
    unread: true,
    read: [{ field: '', fen: null }],
  });
  expect(await tried()).toMatchObject({ applies: true, unread: true });
  const bounds = { ...flow, when: { amountFrom: 2, amountTo: 1 } };
  expect(await refusal(own.admin, saveFlow, { flow: bounds })).toBe('INPUT_INVALID');

  await enableFlow(own.admin, flow);
  const preview = (contractAmount?: number) =>
    own.sender.call(previewApproval, {
      ...{ businessType: 'PURCHASE', counterparties: [] },
      ...(contractAmount === undefined ? {} : { contractAmount }),
    });
  expect(await preview(MILLION - 1)).toMatchObject({ flows: [], asksAmount: true });
  expect((await preview(MILLION)).flows).toMatchObject([{ name: flow.name, unread: false }]);
  expect((await preview()).flows).toMatchObject([{ name: flow.name, unread: true }]);
  expect((await send(own, { contractAmount: MILLION - 1 })).status).toBe('IN_PROGRESS');
  const { planId: taskId, status } = await send(own, { contractAmount: MILLION });
  expect(status).toBe('REVIEWING');
  expect(await own.sender.call(getApproval, { planId: taskId })).toMatchObject({
    unread: false,
    amount: MILLION,
  });
  const blank = await send(own);
  expect(await own.sender.call(getApproval, { planId: blank.planId })).toMatchObject({
    ...{ state: 'REVIEWING', unread: true, amount: null },
  });
  expect((await own.sender.call(getApproval, { planId: blank.planId })).steps).toHaveLength(2);
});

it('another amount after a yes asks again, and what changed is shown', async () => {
  const own = await firm(2);
  const [first, second] = own.approverPeople.map(({ id }) => id) as [string, string];
  await enableFlow(own.admin, flowOf([node([first]), node([second])], { when: { amountFrom: MILLION } }));
  const plan = await planOf(own, {
    contractAmount: 2 * MILLION,
    endTime: Date.now() + 86_400_000,
  });
  const { planId: taskId } = await own.sender.call(sendTask, plan, once());
  await decideAs(own.approvers[0]!, taskId, 'PASS');
  // Nothing changes a contract under review: its draft is closed until the approval ends.
  expect(await refusal(own.sender, sendTask, { ...plan, contractAmount: 3 * MILLION })).toBe(
    'DRAFT_ALREADY_SENT',
  );
  await decideAs(own.approvers[1]!, taskId, 'RETURN', '金额有误');
  const again = await own.sender.call(sendTask, { ...plan, contractAmount: 3 * MILLION }, once());
  expect(await own.sender.call(getApproval, { planId: again.planId })).toMatchObject({
    state: 'REVIEWING',
    amount: 3 * MILLION,
    changes: [{ change: 'AMOUNT', subject: String(2 * MILLION) }],
    waitingFor: [own.approverPeople[0]!.name],
  });
});

it('a flow applies by the value of the template’s field, whatever the sender types', async () => {
  const own = await firm(1);
  await enableFlow(
    own.admin,
    flowOf([node([own.approverPeople[0]!.id])], { when: { amountField: '合同总价', amountFrom: MILLION } }),
  );
  const content = webTemplate();
  content.fields = [
    aField('合同编号', { key: KEYS.number }),
    aField('合同总价', { key: KEYS.amount, position: 2 }),
  ];
  const { id } = await own.admin.call(saveTemplate, {
    ...{ templateName: '销售合同', templateType: 'WEB', businessType: 'SALES', sceneType: 'ENT' },
  });
  const { versionId } = await own.admin.call(publishTemplate, { id, number: 0, content });
  const valuesOf = (amount: string) => ({
    fields: { [KEYS.number]: 'XS-2026-1', [KEYS.amount]: amount },
    rows: {},
    options: {},
  });
  const statusOf = async (amount: string, contractAmount: number) => {
    const values = valuesOf(amount);
    const preview = await own.sender.call(previewApproval, {
      ...{ businessType: 'SALES', counterparties: [], contractAmount, templates: [{ versionId, values }] },
    });
    const { source, fileKey } = await makeFromTemplate(own.sender, { versionId, values });
    const plan = await planOf(own, { businessType: 'SALES', businessTypeName: '销售合同', contractAmount });
    Object.assign(plan.planSendDocumentVOList[0]!, { fileKey, template: source });
    const { status } = await own.sender.call(sendTask, plan, once());
    expect([preview.asksAmount, preview.flows.length]).toEqual([false, status === 'REVIEWING' ? 1 : 0]);
    return [status, preview.flows.some(({ unread }) => unread)];
  };
  expect(await statusOf('玖拾玖万玖仟玖佰玖拾玖元玖角玖分', 1)).toEqual(['IN_PROGRESS', false]);
  expect(await statusOf('壹佰万元整（¥1,000,000.00）', 1)).toEqual(['REVIEWING', false]);
  expect(await statusOf('按附件一计算', 1)).toEqual(['REVIEWING', true]);
  // A template of another enterprise is not read for anybody.
  const foreign = await firm(0);
  await enableFlow(foreign.admin, flowOf([node([foreign.boss.id])], { when: { amountFrom: 1 } }));
  expect(
    await refusal(foreign.sender, previewApproval, {
      ...{ businessType: 'SALES', counterparties: [], templates: [{ versionId, values: valuesOf('1') }] },
    }),
  ).toBe('NOT_FOUND');
});

it('a flow for the use of seals judges the amount of one’s own contracts; of another’s it asks', async () => {
  const own = await sealingFirm();
  const { operator, admin, ent, stampId, holder } = own;
  await grantTo(admin, stampId, [operator.person, holder.person]);
  await enableFlow(
    admin,
    flowOf([node([holder.person.id])], { subjects: ['SEAL'], when: { amountFrom: MILLION } }),
  );
  const signer = enterpriseSigner(ent, { realName: operator.person.name, mobile: operator.person.mobile });
  const asks = async (client: typeof operator.client, change: { contractAmount?: number }) => {
    const plan = await taskToSend(client, [signer], change);
    const { planId: taskId } = await client.call(sendTask, plan, once());
    return (await operator.client.call(getSealUses, { planId: taskId })).seals.map((seal) => seal.asks);
  };
  expect(await asks(operator.client, { contractAmount: MILLION - 1 })).toEqual([false]);
  expect(await asks(operator.client, { contractAmount: MILLION })).toEqual([true]);
  expect(await asks(operator.client, {})).toEqual([true]);
  const other = await firm(0);
  expect(await asks(other.sender, { contractAmount: 1 })).toEqual([true]);
});
