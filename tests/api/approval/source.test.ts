import { expect, it } from 'vitest';
import { getApproval } from '#core/approval/calls.ts';
import { getSourceDifference } from '#core/approval/source-calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import { enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { makeFromTemplate } from '#tests/fixtures/made-from-template.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { aField, anAnchor, KEYS, webTemplate } from '#tests/fixtures/template-content.ts';

it('[2.6] an approver sees what differs from the template, and the changes of a newer version', async () => {
  const own = await firm(2);
  await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
  const content = webTemplate();
  content.fields = [
    aField('合同编号', { key: KEYS.number, preset: 'XS-' }),
    aField('金额', { key: KEYS.amount, types: ['AMOUNT'], format: 'CHINESE_CAPITALS', position: 2 }),
  ];
  const { id } = await own.admin.call(saveTemplate, {
    ...{ templateName: '销售合同', templateType: 'WEB', businessType: 'SALES', sceneType: 'ENT' },
  });
  const { versionId } = await own.admin.call(publishTemplate, { id, number: 0, content });
  const values = { fields: { [KEYS.number]: 'XS-7', [KEYS.amount]: '12000' }, rows: {}, options: {} };
  const { source, fileKey } = await makeFromTemplate(own.sender, { versionId, values });
  const plan = await planOf(own, { businessType: 'SALES', businessTypeName: '销售合同' });
  Object.assign(plan.planSendDocumentVOList[0]!, { fileKey, template: source });
  const { planId: taskId } = await own.sender.call(sendTask, plan, once());
  const { approvalId } = await own.sender.call(getApproval, { planId: taskId });
  const [approver, stranger] = own.approvers as [(typeof own.approvers)[0], (typeof own.approvers)[0]];
  const found = await approver.call(getSourceDifference, { approvalId });
  expect(found.sources).toMatchObject([
    {
      ...{ templateName: '销售合同', number: 1, newer: null, parts: [] },
      values: [
        { name: '合同编号', value: 'XS-7', preset: 'XS-', bySigner: false },
        { name: '金额', value: '壹万贰仟元整', preset: '', bySigner: false },
      ],
    },
  ]);
  // The plan of the fixture has one place of its own, where the template has a seal of each of two roles.
  const changes = found.sources[0]!.places.map(({ change, kind }) => `${change} ${kind}`);
  expect(changes).toContain('REMOVED ENT_SEAL');
  expect(found.parties).toContainEqual({ change: 'ROLE_LEFT_OUT', name: '甲方' });
  expect(await refusal(stranger, getSourceDifference, { approvalId })).toBe('NOT_FOUND');

  const newer = webTemplate('双方另行约定。');
  newer.anchors = [...newer.anchors, anAnchor('anchorfurther', KEYS.buyer, { position: 3 })];
  newer.body.content.push({
    type: 'paragraph',
    content: [{ type: 'seal', attrs: { anchor: 'anchorfurther' } }],
  });
  await own.admin.call(publishTemplate, { id, number: 1, content: newer });
  const again = (await approver.call(getSourceDifference, { approvalId })).sources[0]!;
  expect(again.newer?.number).toBe(2);
  expect(again.newer?.difference.text).toContainEqual({ kind: 'ADDED', text: '双方另行约定。总价 【金额】' });

  const uploaded = await own.sender.call(sendTask, await planOf(own), once());
  const other = await own.sender.call(getApproval, { planId: uploaded.planId });
  expect(await approver.call(getSourceDifference, { approvalId: other.approvalId })).toEqual({
    ...{ sources: [], parties: [] },
  });
});
