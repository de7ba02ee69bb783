import { expect, it } from 'vitest';
import { getTask, sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { copyTask } from '#core/task/partner-calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import { enterpriseSigner, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { webTemplate } from '#tests/fixtures/template-content.ts';

it('a task keeps its scenario, is found and repeated by it; one of staff needs an individual', async () => {
  const { ent, admin, boss } = await companyWithAdmin();
  const person = await newPerson();
  const own = enterpriseSigner(ent, { realName: boss.name, mobile: boss.mobile });
  const employee = personSigner({ realName: person.name, mobile: person.mobile });
  const ids = async (scenario: 'ENT' | 'HR') =>
    (await admin.call(listTasks, { box: 'startWithMe', scenario })).records.map(
      ({ planId: taskId }) => taskId,
    );

  const hr = await admin.call(sendTask, await taskToSend(admin, [own, employee], { scenario: 'HR' }));
  const between = await admin.call(sendTask, await taskToSend(admin, [own, employee]));
  expect((await admin.call(getTask, { planId: hr.planId })).scenario).toBe('HR');
  expect(await ids('HR')).toEqual([hr.planId]);
  expect(await ids('ENT')).toEqual([between.planId]);
  expect((await admin.call(copyTask, { planId: hr.planId })).plan.scenario).toBe('HR');

  const alone = await taskToSend(admin, [own], { scenario: 'HR' });
  expect((await admin.envelope(sendTask, alone)).fields).toEqual([
    { path: 'planSendSignatoryOrderVOList', problem: 'personNeeded' },
  ]);
});

it('a template of the other scenario is refused', async () => {
  const { admin } = await companyWithAdmin();
  const person = await newPerson();
  const { id } = await admin.call(saveTemplate, {
    templateName: '入职协议',
    templateType: 'WEB',
    businessType: 'SALES',
    sceneType: 'HR',
  });
  const { versionId } = await admin.call(publishTemplate, { id, number: 0, content: webTemplate() });
  const plan = await taskToSend(admin, [personSigner({ realName: person.name, mobile: person.mobile })], {
    businessType: 'SALES',
  });
  plan.planSendDocumentVOList[0]!.template = {
    versionId,
    values: { fields: {}, rows: {}, options: {} },
    title: '入职协议',
    language: 'zh-CN',
    madeAt: Date.UTC(2026, 10, 23),
  };
  const fields = async (scenario: 'ENT' | 'HR') =>
    (await admin.envelope(sendTask, { ...plan, scenario })).fields ?? [];
  const other = { path: 'planSendDocumentVOList.0.template', problem: 'templateOtherScene' };
  expect(await fields('ENT')).toContainEqual(other);
  // For its own scenario it is looked at further: the values that it asks for are missing.
  expect(await fields('HR')).not.toContainEqual(other);
});
